# Corrects details of the man(7) macros that lowdown writes: headings on the line of their macro, the term and the text of
# an item by .TP, code in bold with marks that can be copied, code blocks indented, and no vertical motion.

# lowdown moves up a line between the items of a list: two lines each for terminals and for paper.
/^\.if [nt] \\$/ { getline; next }

/^\.(SH|SS)$/ {
  flush()
  macro = $0
  getline heading
  print macro " " heading
  isAfterHeading = 1
  next
}

/^\.EX/ { flush(); print heading == "SYNOPSIS" ? ".EX" : ".RS 2\n.EX"; inCode = 1; next }
/^\.EE/ { print heading == "SYNOPSIS" ? ".EE" : ".EE\n.RE"; inCode = 0; next }
inCode { print marks($0); next }

# Held until it is clear whether it is the term of an item.
/^\.LP$/ { flush(); paragraph = "\n"; next }
/^\.IP "" [0-9]/ {
  print ".TP\n" substr(paragraph, 2)
  paragraph = ""
  next
}
paragraph == "\n" { paragraph = paragraph code($0); next }
paragraph != "" { flush() }
{ print code($0) }

END { flush() }

# Prints the paragraph that is held. One after a heading needs no macro.
function flush() {
  if (paragraph != "") {
    if (!isAfterHeading) print ".PP"
    if (paragraph != "\n") print substr(paragraph, 2)
    isAfterHeading = 0
  }
  paragraph = ""
}

# Bold for code, whatever lowdown's release calls its font, and marks that stay as they are.
function code(line,    parts, count, i, text) {
  gsub(/\\f(C|\(C[BIRW]|\[C[BIRW]*\])/, "\\fB", line)
  count = split(line, parts, /\\fB/)
  text = parts[1]
  for (i = 2; i <= count; i++) text = text "\\fB" bold(parts[i])
  return text
}

function bold(text,    rest) {
  rest = ""
  if (match(text, /\\f/)) {
    rest = substr(text, RSTART)
    text = substr(text, 1, RSTART - 1)
  }
  return marks(text) rest
}

function marks(text) {
  gsub(/-/, "\\-", text)
  gsub(/'/, "\\(aq", text)
  return text
}
