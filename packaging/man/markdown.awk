# Gives a page of docs the form of a man page, still in Markdown:
#
# - The title gives way to the sections NAME, SYNOPSIS (a code block right after the title) and DESCRIPTION (the rest).
# - `##` begins a section, in capitals; `###` a subsection; `####` is bold.
# - Each row of a table is an item: its first cell is the term, the others explain it, after the heads of their columns. A
#   row without a term continues the item before it.
# - A line of JSON or YAML that is too long for a terminal of 80 columns goes on in the next one.
# - A link to another page of docs names that page, or the man page that is made of it. The end says where the pages are.
#
# Variables: name and description of the man page; known, the pages that are man pages: "configuration.md livegamed.yaml 5;".

BEGIN {
  count = split(known, entries, ";")
  for (i = 1; i <= count; i++) {
    if (split(entries[i], words, " ") == 3) manual[words[1]] = "**" words[2] "**(" words[3] ")"
  }
}

/^<!--/ { next }

/^ *```/ {
  if (!inCode) describe()
  inCode = !inCode
  mayFold = /```(json|yaml)/
  sub(/```.*/, "```")
  print
  next
}
inCode { fold($0); next }

/^# / {
  print "# NAME\n\n" name " - " description "\n"
  isBeforeDescription = 1
  next
}
/^## / { isBeforeDescription = 0; print "# " toupper(plain(substr($0, 4))); next }
/^### / { print "## " plain(substr($0, 5)); next }
/^#### / { print "**" plain(substr($0, 6)) "**\n"; next }

/^\|/ { row($0); next }
{ heads = 0 }
/^$/ { print; next }

{
  if (isBeforeDescription) { print "# DESCRIPTION\n"; isBeforeDescription = 0 }
  print links($0)
}

# A code block before the description is the synopsis.
function describe() {
  if (isBeforeDescription) print "# SYNOPSIS\n"
}

# Prints a line of code, folded after the last comma that fits, else at the last space.
function fold(line,    indent, last) {
  match(line, /^ */)
  indent = substr(line, 1, RLENGTH) "  "
  while (mayFold && length(line) > 71) {
    last = end(line, ", ")
    if (last <= length(indent)) last = end(line, " ")
    if (last <= length(indent)) break
    print substr(line, 1, last)
    line = indent substr(line, last + 2)
  }
  print line
}

# Where the last such mark ends within the first 71 characters, without the space.
function end(line, mark,    found, place) {
  found = 0
  while ((place = index(substr(line, found + 1, 72 - found), mark)) > 0) found += place + length(mark) - 1
  return found - 1
}

END {
  print "\nPages such as *operations.md* are in the folder *share/doc/livegamed* of the installation, and at"
  print "<https://github.com/livegamed/livegamed/tree/main/docs>."
}

function plain(text) {
  gsub(/`/, "", text)
  return links(text)
}

# One line of a table. The first holds the heads of the columns, the second only dashes.
function row(line,    cells, columns, text, i, cell) {
  gsub(/\\\|/, "\001", line)
  sub(/^\| */, "", line)
  sub(/ *\| *$/, "", line)
  columns = split(line, cells, / *\| */)
  if (heads == 0) {
    heads = columns
    for (i = 1; i <= columns; i++) head[i] = cells[i]
    return
  }
  if (line ~ /^-+/) return
  text = ""
  for (i = 2; i <= columns; i++) {
    cell = links(cells[i])
    if (cell == "") continue
    if (i > 2 && head[i] != "") cell = capital(head[i]) ": " cell
    text = text (text == "" ? "" : " ") sentence(cell)
  }
  gsub(/\001/, "|", text)
  if (text == "") text = "\\&"
  # A value alone stands as it is.
  if (text ~ /^`[^`]*`\.$/) sub(/\.$/, "", text)
  if (cells[1] != "") print "\n" links(cells[1]) "\n: " text
  else print "\n    " text
}

function capital(text) {
  return toupper(substr(text, 1, 1)) substr(text, 2)
}

# Names before a colon, such as `slack, ntfy: …`, are written as they are.
function sentence(text) {
  return (text ~ /^[a-z_]+(, [a-z_]+( `[a-z]+`)?)*: / ? text : capital(text)) (text ~ /[.:]$/ ? "" : ".")
}

# Replaces links that a man page cannot follow. A link elsewhere stays.
function links(text,    done, link, label, target, page) {
  done = ""
  while (match(text, /\[[^][]*\]\([^()]*\)/)) {
    link = substr(text, RSTART + 1, RLENGTH - 2)
    done = done substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    label = link
    sub(/\]\(.*/, "", label)
    target = substr(link, length(label) + 3)
    page = target
    sub(/#.*/, "", page)
    if (page == "") done = done label
    else if (page ~ /^https?:/) done = done "[" label "](" target ")"
    else if (page ~ /\//) done = done label " (*" folder(page) "*)"
    else done = done reference(label, page)
  }
  return done text
}

function reference(label, page,    title, stem) {
  title = page in manual ? manual[page] : "*" page "*"
  stem = page
  sub(/\..*/, "", stem)
  return tolower(label) == stem || label == page ? title : label " (" title ")"
}

# Of the sources, where pages are that are not installed.
function folder(path) {
  sub(/\/[^\/]*$/, "", path)
  return sub(/^\.\.\//, "", path) ? path : "docs/" path
}
