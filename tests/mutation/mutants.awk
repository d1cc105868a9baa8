# mutants.awk - every small change of C sources that it knows: awk -f mutants.awk FILE...
# One line each: file, line, rule, the line as it is, and as it becomes, with tabs between.
#
#   relation  < <= > >= == !=          logic     && ||, a condition negated, a negation dropped
#   sum       + - * / %, += -=, ++ --  constant  0 to 1, 1 to 0, 2 to 1, others to one more
#   term      "+ x" or "&& x" dropped  swap      two neighbouring arguments
#   removal   a statement dropped
#
# It reads lines, not C: text in comments and strings is left alone, and what does not compile is for the caller.

function emit(rule, text) {
    if (text != code)
        print FILENAME "\t" FNR "\t" rule "\t" restore(code) "\t" restore(text)
}

# A string becomes a run of \001 with its number, so that no rule sees into it.
function hide_strings(text,    at, end, hidden) {
    strings = 0
    hidden = ""
    while ((at = match(text, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) > 0) {
        string[++strings] = substr(text, at, RLENGTH)
        hidden = hidden substr(text, 1, at - 1) sprintf("\001%c", strings + 64)
        text = substr(text, at + RLENGTH)
    }
    return hidden text
}

function restore(text,    i, at) {
    for (i = 1; i <= strings; i++)
        if ((at = index(text, sprintf("\001%c", i + 64))) > 0)
            text = substr(text, 1, at - 1) string[i] substr(text, at + 2)
    return text
}

# Each place of one fixed text, replaced by another.
function replace_each(rule, from, to,    start, at) {
    start = 1
    while ((at = index(substr(code, start), from)) > 0) {
        at += start - 1
        emit(rule, substr(code, 1, at - 1) to substr(code, at + length(from)))
        start = at + length(from)
    }
}

function replace_constants(    start, at, word, before, after, other) {
    start = 1
    while (match(substr(code, start), /[0-9]+/)) {
        at = start + RSTART - 1
        word = substr(code, at, RLENGTH)
        before = substr(code, at - 1, 1)
        after = substr(code, at + RLENGTH, 1)
        start = at + RLENGTH
        if (before ~ /[A-Za-z0-9_.\001]/ || after ~ /[A-Za-z0-9_.]/ || length(word) > 6)
            continue
        other = word == "0" ? 1 : word == "1" ? 0 : word == "2" ? 1 : word + 1
        emit("constant", substr(code, 1, at - 1) other substr(code, start))
    }
}

# The end of the bracket that opens at a place, or 0 if it is on another line.
function closing(text, at,    depth, i, c) {
    for (i = at; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" || c == "[")
            depth++
        else if ((c == ")" || c == "]") && --depth == 0)
            return i
    }
    return 0
}

# The end of the operand that begins at a place: names, members, calls and indices.
function operand_end(text, at,    i, c) {
    if (substr(text, at, 1) ~ /[!-]/)
        at++
    for (i = at; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" || c == "[") {
            i = closing(text, i)
            if (i == 0)
                return 0
        } else if (substr(text, i, 2) == "->")
            i++
        else if (c !~ /[A-Za-z0-9_.\001@]/)
            return i - 1
    }
    return i - 1
}

function drop_terms(    start, at, end) {
    start = 1
    while (match(substr(code, start), / (\+|-|\*|\/|&&|\|\|) /)) {
        at = start + RSTART - 1
        start = at + RLENGTH
        end = operand_end(code, start)
        if (end >= start)
            emit("term", substr(code, 1, at - 1) substr(code, end + 1))
    }
}

function swap_arguments(    start, at, middle, end, first, second) {
    start = 1
    while (match(substr(code, start), /[(,] ?[A-Za-z0-9_.>*&+ \]\[-]+, [A-Za-z0-9_.>*&+ \]\[-]+[,)]/)) {
        at = start + RSTART - 1
        end = at + RLENGTH - 1
        first = substr(code, at + 1, RLENGTH - 2)
        middle = index(first, ", ")
        while (substr(first, 1, 1) == " ") {
            first = substr(first, 2)
            at++
            middle--
        }
        second = substr(first, middle + 2)
        first = substr(first, 1, middle - 1)
        emit("swap", substr(code, 1, at) second ", " first substr(code, end))
        start = at + middle + 1
    }
}

function negate_conditions(    at, end) {
    if (match(code, /(if|while) \(/)) {
        at = RSTART + RLENGTH - 1
        end = closing(code, at)
        if (end > 0)
            emit("logic", substr(code, 1, at) "!(" substr(code, at + 1, end - at - 1) ")" substr(code, end))
    }
    if (match(code, /^ +return [^?;]+( ==| !=| <| >| &&| \|\|)[^?;]+;$/)) {
        at = index(code, "return ") + 7
        emit("logic", substr(code, 1, at - 1) "!(" substr(code, at, length(code) - at) ");")
    }
    if (match(code, /![a-z(]/))
        emit("logic", substr(code, 1, RSTART - 1) substr(code, RSTART + 1))
}

function remove_statement() {
    if (code ~ /^ +[A-Za-z_*(][^;]*;$/ && code !~ /^ +(return|goto|case|default|static|const|typedef|struct)/ &&
        code !~ /^ +[a-z_0-9]+ \**[a-z_0-9]+( =|;|,|\[)/ && complete(code))
        emit("removal", substr(code, 1, match(code, /[^ ]/) - 1) ";")
    else if (code ~ /^ +return;$/)
        emit("removal", substr(code, 1, match(code, /[^ ]/) - 1) ";")
}

# Whether all brackets that open close, and the line before has ended.
function complete(text,    i, c, depth) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth < 0)
            return 0
    }
    return depth == 0 && ended
}

function mutate() {
    replace_each("relation", " < ", " <= ")
    replace_each("relation", " <= ", " < ")
    replace_each("relation", " > ", " >= ")
    replace_each("relation", " >= ", " > ")
    replace_each("relation", " == ", " != ")
    replace_each("relation", " != ", " == ")
    replace_each("logic", " && ", " || ")
    replace_each("logic", " || ", " && ")
    replace_each("sum", " + ", " - ")
    replace_each("sum", " - ", " + ")
    replace_each("sum", " * ", " / ")
    replace_each("sum", " / ", " * ")
    replace_each("sum", " % ", " / ")
    replace_each("sum", " += ", " -= ")
    replace_each("sum", " -= ", " += ")
    replace_each("sum", " *= ", " /= ")
    replace_each("sum", "++", "--")
    replace_constants()
    drop_terms()
    swap_arguments()
    negate_conditions()
    remove_statement()
}

FNR == 1 { comment = directive = 0; ended = 1 }

{
    code = $0
    gsub(/\t/, "    ", code)
    if (comment) {
        if (code ~ /\*\//)
            comment = 0
        next
    }
    if (code ~ /^ *\/\*/ || code ~ /^ *\/\//) {
        comment = code !~ /\*\//
        next
    }
    if (directive || code ~ /^ *#/) {
        directive = code ~ /\\$/
        next
    }
    if ((at = index(code, "/*")) > 0) { # behind the code
        comment = substr(code, at) !~ /\*\//
        code = substr(code, 1, at - 1)
        sub(/ +$/, "", code)
    }
    code = hide_strings(code)
    if (code ~ /[^ ]/ &&
        code !~ /^(static |typedef |extern |[a-z_]+ \**[a-z_0-9]+\().*[,{;]$|^typedef|^}/ || code ~ /= [^{]/)
        mutate()
    ended = code ~ /[;{})]$/ || code ~ /^ *else$/ || code ~ /:$/
}
