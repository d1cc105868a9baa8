# annotations.awk - reads the text of a unit as Frama-C understood it (frama-c -print), and refuses every annotation
# that is not of a kind listed here, and definitions that go in a circle: both could assume what nobody proves.
# Prints one line for each, and then exits with 1.
function list(kinds, words,   word, n, i) {
    n = split(words, word, ",")
    for (i = 1; i <= n; i++) kinds[word[i]] = 1
}
BEGIN {
    list(of_contract, "requires,ensures,assigns,behavior,assumes")
    list(of_text, "predicate,logic,lemma,axiomatic")
    list(of_axiomatic, "predicate,logic,type")
    list(of_statement, "assert,loop invariant,loop assigns,loop variant")
    identifier = "[A-Za-z_][A-Za-z_0-9]*"
    mode = "code" # or comment, annotation, ghost (code in a ghost annotation), in ghost (an annotation of such code)
}

function complain(what, clause, place) {
    gsub(/[ \n\t]+/, " ", clause)
    fault = 1
    if (length(clause) > 150) clause = substr(clause, 1, 150) "..."
    print what (place == "" ? "" : " (" place ")") ": " clause
}

# A complaint on a contract waits for the head of its function.
function refuse(what, clause) {
    if (depth > 0) { complain(what, clause, "in " inside); return }
    waiting++
    wait_what[waiting] = what
    wait_clause[waiting] = clause
}
function end_of_head(   i, place) {
    place = name_of(head)
    if (place != "") place = "before " place
    for (i = 1; i <= waiting; i++) complain(wait_what[i], wait_clause[i], place)
    waiting = 0
    head = ""
}

# The name that a head declares: the word before its arguments, or else the last one.
function name_of(text) {
    gsub(/\{[^}]*\}/, "", text)
    sub(/\(.*/, "", text)
    gsub(/[ \n\t]+$/, "", text)
    return match(text, /[A-Za-z_][A-Za-z_0-9]*$/) ? substr(text, RSTART) : ""
}

function kind_of(clause,   word) {
    sub(/^[ \n\t]+/, "", clause)
    if (!match(clause, /^[^ \n\t:;({]+/)) return "nothing"
    word = substr(clause, 1, RLENGTH)
    if (word == "loop" && match(clause, /^loop[ \n\t]+[a-z]+/)) {
        word = substr(clause, 1, RLENGTH)
        gsub(/[ \n\t]+/, " ", word)
    }
    return word
}

# What a definition mentions: words that are neither fields nor built in.
function note_definition(kind, clause,   at, body, word, name) {
    at = index(clause, "=")
    name = name_of(substr(clause, 1, at ? at - 1 : length(clause) - 1))
    if (!at) return
    if (kind == "type") { refuse("a type with a definition", clause); return }
    body = substr(clause, at + 1)
    gsub(/(\\|\.|->)[A-Za-z_][A-Za-z_0-9]*/, " ", body)
    gsub(/[^A-Za-z_0-9]+/, " ", body)
    mentions[name] = mentions[name] " " body
}

# Clauses end with `;`, which also ends the names that a quantifier binds.
function judge(text, top,   kind, clause, part, binders, braces) {
    while (match(text, /;|∀|∃|λ|\\forall|\\exists|\\lambda|\\let|\\sum|\{|\}|:/)) {
        part = substr(text, RSTART, RLENGTH)
        clause = clause substr(text, 1, RSTART - 1) part
        text = substr(text, RSTART + RLENGTH)
        kind = kind_of(clause)
        if (part == "\\sum") continue
        if (part == ":") { if (kind == "behavior") { one(kind, clause, top); clause = "" } }
        else if (part == "{") {
            if (kind == "axiomatic" && !inner) { one(kind, clause, top); inner = 1; clause = "" } else braces++
        } else if (part == "}") {
            if (braces) braces--
            else {
                if (clause !~ /^[ \n\t]*\}$/) refuse("an annotation `" kind_of(clause) "`", clause)
                inner = 0
                clause = ""
            }
        } else if (part != ";") binders++
        else if (binders) binders--
        else if (!braces) { one(kind, clause, top); clause = "" }
    }
    inner = 0
    if ((clause text) ~ /[^ \n\t]/) refuse("an annotation `" kind_of(clause text) "`", clause text)
}
function one(kind, clause, top) {
    if (inner ? !(kind in of_axiomatic) : top ? !(kind in of_contract) && !(kind in of_text) : !(kind in of_statement))
        refuse("an annotation `" kind "`" (inner ? " in an axiomatic" : ""), clause)
    else if (kind == "logic" || kind == "predicate" || kind == "type") note_definition(kind, clause)
}

function code(text,   part) {
    while (match(text, /[{};]/)) {
        part = substr(text, RSTART, 1)
        if (depth == 0) head = head " " substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + 1)
        if (depth == 0 && part == "{") { inside = name_of(head); end_of_head() }
        if (depth == 0 && part == ";") end_of_head()
        if (part == "{") depth++
        if (part == "}") depth--
    }
    if (depth == 0) head = head " " text
}

# until(END): what stands in the rest of the line before END, which it takes away; all of it if END is not there.
function until(end,   at, taken) {
    at = index(rest, end)
    found = at > 0
    taken = found ? substr(rest, 1, at - 1) : rest
    rest = found ? substr(rest, at + length(end)) : ""
    return taken
}

/^#/ && mode == "code" { next }
{
    rest = $0
    gsub(/"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/, " ", rest) # strings and characters
    for (;;) {
        if (mode == "code") {
            code(until("/*"))
            if (!found) break
            note = ""
            mode = "comment"
            if (substr(rest, 1, 1) == "@") { mode = "annotation"; rest = substr(rest, 2) }
            if (mode == "annotation" && sub(/^[ \t]*ghost([ \t]|$)/, "", rest)) mode = "ghost"
        } else if (mode == "comment") {
            until("*/")
            if (!found) break
            mode = "code"
        } else if (mode == "annotation") {
            note = note until("*/") "\n"
            if (!found) break
            mode = "code"
            judge(note, depth == 0)
        } else if (mode == "ghost") {
            if (depth == 0) refuse("ghost code outside of functions", rest)
            opened = index(rest, "/@"); closed = index(rest, "*/")
            if (opened && (!closed || opened < closed)) { code(until("/@")); note = ""; mode = "in ghost" }
            else { code(until("*/")); if (!found) break; mode = "code" }
        } else {
            note = note until("@/") "\n"
            if (!found) break
            mode = "ghost"
            judge(note, 0)
        }
    }
}

function circle(name, path,   word, n, i) {
    if (state[name] == "done") return
    if (state[name] == "open") { complain("a definition in a circle", path name, ""); return }
    state[name] = "open"
    n = split(mentions[name], word, " ")
    for (i = 1; i <= n; i++) if (word[i] in mentions) circle(word[i], path name " -> ")
    state[name] = "done"
}
END {
    end_of_head()
    if (mode != "code" || depth != 0) complain("a text that ends within", mode, "")
    if (NR == 0) complain("no text", "", "")
    for (name in mentions) circle(name, "")
    exit fault
}
