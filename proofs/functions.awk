# functions.awk - reads C files, and prints what their text says of functions:
#   file FILE                 each of them
#   define FILE NAME KIND     a definition, KIND static or shared
#   require FILE NAME         a declaration or definition with a precondition
#   mention FILE NAME WORD    an identifier in the body of NAME; NAME is - outside of functions
#   include FILE TEXT         what #include "TEXT" names
#   unbalanced FILE           a file whose braces this program does not understand
# Words of contracts are no mentions.
function name_of(text) {
    sub(/\(.*/, "", text)
    gsub(/[ \t]+$/, "", text)
    return match(text, /[A-Za-z_][A-Za-z_0-9]*$/) ? substr(text, RSTART) : ""
}
function end_of_head(part,   name) {
    name = head ~ /=/ || head !~ /\(/ ? "" : name_of(head)
    if (name != "" && required) print "require", file, name
    if (part == "{") {
        inside = name == "" ? "-" : name
        if (name != "") print "define", file, name, head ~ /(^|[ \t])static([ \t]|$)/ ? "static" : "shared"
    }
    head = ""
    required = 0
}
function mention(text, name,   word, n, i) {
    gsub(/[^A-Za-z_0-9]+/, " ", text)
    n = split(text, word, " ")
    for (i = 1; i <= n; i++) if (word[i] ~ /^[A-Za-z_]/ && !((file, name, word[i]) in seen)) {
        seen[file, name, word[i]] = 1
        print "mention", file, name, word[i]
    }
}
function code(text,   at, part) {
    while (match(text, /[{};]/)) {
        at = RSTART
        part = substr(text, at, 1)
        take(substr(text, 1, at - 1))
        text = substr(text, at + 1)
        if (depth == 0 && part == "{" && head ~ /extern[ \t]*$/) { head = ""; continue }
        if (depth == 0 && part == "}") continue
        if (depth == 0) end_of_head(part)
        if (part == "{") depth++
        if (part == "}") depth--
    }
    take(text)
}
function take(text) {
    if (depth > 0) mention(text, inside)
    else {
        head = head " " text
        if (head ~ /=/) mention(text, "-")
    }
}
function end_of_comment() {
    if (depth == 0 && comment ~ /^@/ && comment ~ /(^|[^A-Za-z_0-9\\])requires([^A-Za-z_0-9]|$)/) required = 1
    comment = ""
}
function end_of_file() { if (file != "" && depth != 0) print "unbalanced", file }
FNR == 1 {
    end_of_file()
    file = FILENAME
    print "file", file
    head = ""
    depth = required = open = directive = 0
}
{
    rest = $0
    if (!open && !directive && rest ~ /^[ \t]*#/) {
        directive = 1
        if (match(rest, /^[ \t]*#[ \t]*include[ \t]*"[^"]*"/)) {
            split(rest, part, "\"")
            print "include", file, part[2]
            rest = ""
        }
    }
    if (directive) {
        mention(rest, "-")
        directive = rest ~ /\\$/
        next
    }
    for (;;) {
        if (open) {
            at = index(rest, "*/")
            if (!at) { comment = comment rest "\n"; break }
            comment = comment substr(rest, 1, at - 1)
            rest = substr(rest, at + 2)
            open = 0
            end_of_comment()
        }
        if (!match(rest, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'|\/\/.*|\/\*/)) { code(rest); break }
        found = substr(rest, RSTART, 2)
        before = substr(rest, 1, RSTART - 1)
        matched = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        code(before " ")
        if (found == "/*") { open = 1; comment = "" }
        else if (found == "//") { comment = substr(matched, 3); end_of_comment() }
    }
}
END { end_of_file() }
