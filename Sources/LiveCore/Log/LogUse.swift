/// How a task uses the log.
enum LogUse {
  /// Whether the reads and writes of the task can wait for those of others, because it delivers a backlog.
  @TaskLocal static var canWait = false
}
