internal import LiveModel

/// The description of a team's device for Home Assistant, 2024.11 or later. Pure.
///
/// Source: Home Assistant, "MQTT", "Device discovery payload", and its sensor, binary sensor, event and device trigger.
struct MQTTDiscovery {
  let topics: MQTTTopics
  let team: FollowedTeam
  let league: any LeagueDescription

  private var device: String { topics.device(of: team) }

  /// The description, with its components.
  var payload: JSONNode {
    .object([
      "device": .object([
        "identifiers": .list([.text(device)]), "name": .text(team.name), "manufacturer": "livegamed",
        "model": "Followed team", "model_id": .text(team.league.rawValue), "sw_version": .text(Version.current),
      ]),
      "origin": .object([
        "name": "livegamed", "sw_version": .text(Version.current),
        "support_url": "https://github.com/livegamed/livegamed",
      ]),
      "availability": .list(
        [topics.status, topics.status(of: team.league)].map { .object(["topic": .text($0)]) }),
      "availability_mode": "all",
      "state_topic": .text(topics.state(of: team)),
      "qos": 1,
      "components": .object(components),
    ])
  }

  private var components: [String: JSONNode] {
    var all = sensors
    for (id, component) in optionalSensors { all[id] = component }
    all["live"] = entity(
      "binary_sensor", "live", "Live",
      ["device_class": "running", "value_template": "{{ 'ON' if value_json.status == 'live' else 'OFF' }}"])
    all["event"] = entity(
      "event", "event", "Event",
      [
        "state_topic": .text(topics.event(of: team)), "icon": icon,
        "event_types": .list(MQTTEventType.all(of: league).map { .text($0) }),
      ])
    for type in MQTTEventType.triggers(of: league) { all["trigger_\(type)"] = trigger(type) }
    return all
  }

  private var sensors: [String: JSONNode] {
    [
      "game": entity(
        "sensor", "game", "Game",
        [
          "device_class": "enum", "options": .list(MQTTState.statuses.map { .text($0) }), "icon": icon,
          "value_template": "{{ value_json.status }}", "json_attributes_topic": .text(topics.state(of: team)),
        ]),
      "score": number("score", "Score", icon: "mdi:scoreboard"),
      "opponent_score": number("opponent_score", "Opponent score", icon: "mdi:scoreboard-outline"),
      "opponent": text("opponent", "Opponent", icon: "mdi:account-group"),
      league.periodName: text(
        league.periodName, league.periodName.prefix(1).uppercased() + league.periodName.dropFirst(),
        of: "period", icon: "mdi:timer-outline"),
      "last_play": entity(
        "sensor", "last_play", "Last play",
        [
          "icon": "mdi:text",
          // Home Assistant refuses a state of more than 255 characters.
          "value_template": "{{ (value_json.last_play or '')[:255] }}",
        ]),
      "start": entity(
        "sensor", "start", "Start",
        [
          "state_topic": .text(topics.next(of: team)), "device_class": "timestamp",
          "value_template": "{{ value_json.start }}", "json_attributes_topic": .text(topics.next(of: team)),
        ]),
    ]
  }

  /// The sensors of what only some leagues have.
  private var optionalSensors: [String: JSONNode] {
    let use = league.use(of: .play)
    var all: [String: JSONNode] = [:]
    if use.hasSideAtBat {
      all["outs"] = number("outs", "Outs", icon: "mdi:numeric")
      all["batting"] = entity(
        "binary_sensor", "batting", "Batting",
        ["icon": "mdi:baseball-bat", "value_template": "{{ 'ON' if value_json.batting else 'OFF' }}"])
    }
    if use.hasOdds {
      all["chance"] = number("chance", "Chance to win", icon: "mdi:percent", ["unit_of_measurement": "%"])
      all["leverage"] = number("leverage", "Leverage", icon: "mdi:pulse")
    }
    return all
  }

  private var icon: JSONNode { .text("mdi:\(league.emoji ?? "trophy")") }

  private func number(_ id: String, _ name: String, icon: String, _ more: [String: JSONNode] = [:]) -> JSONNode {
    text(id, name, icon: icon, more.merging(["state_class": "measurement"]) { first, _ in first })
  }

  private func text(
    _ id: String, _ name: String, of member: String? = nil, icon: String, _ more: [String: JSONNode] = [:]
  ) -> JSONNode {
    let own: [String: JSONNode] = [
      "icon": .text(icon), "value_template": .text("{{ value_json.\(member ?? id) }}"),
    ]
    return entity("sensor", id, name, own.merging(more) { first, _ in first })
  }

  /// Returns a component. It names its QoS, because Home Assistant before 2026 does not take that of the device.
  private func entity(_ platform: String, _ id: String, _ name: String, _ more: [String: JSONNode]) -> JSONNode {
    let own: [String: JSONNode] = [
      "platform": .text(platform), "unique_id": .text("\(device)_\(id)"), "name": .text(name), "qos": 1,
    ]
    return .object(own.merging(more) { first, _ in first })
  }

  private func trigger(_ type: String) -> JSONNode {
    .object([
      "platform": "device_automation", "automation_type": "trigger", "type": "game", "subtype": .text(type),
      "topic": .text(topics.event(of: team)), "value_template": "{{ value_json.event_type }}", "payload": .text(type),
      "qos": 1,
    ])
  }
}
