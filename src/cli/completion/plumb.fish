# Completion of plumb for fish.  Commands and flags are what `plumb help` lists.
complete -c plumb -n __fish_use_subcommand -f \
    -a '(plumb help 2> /dev/null | string replace -rf "^  plumb ([a-z]+) .*" "\$1") --version'
for flag in (plumb help 2> /dev/null | string match -ra -- '--[a-z0-9-]+' | sort -u)
    set -l name (string sub -s 3 -- $flag)
    set -l values (plumb help 2> /dev/null | string match -r -- "$flag ([a-z0-9-]+\|[^ ]*)" | string split '|')
    if test (count $values) -gt 1
        complete -c plumb -l $name -x -a (string join ' ' -- (string split ' ' -- $values[2..-1]))
    else
        complete -c plumb -l $name
    end
end
