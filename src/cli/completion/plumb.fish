# Completion of plumb for fish: what `plumb help --complete` lists for the words so far.
complete -c plumb -n __fish_use_subcommand -f -a '(plumb help --complete 2> /dev/null)'
for command in (plumb help --complete 2> /dev/null)
    for flag in (plumb help --complete $command 2> /dev/null | string match -r -- '^--.*')
        set -l name (string sub -s 3 -- $flag)
        set -l values (plumb help --complete $command $flag 2> /dev/null)
        if test (count $values) -gt 0
            complete -c plumb -n "__fish_seen_subcommand_from $command" -l $name -x -a (string join ' ' -- $values)
        else
            complete -c plumb -n "__fish_seen_subcommand_from $command" -l $name
        end
    end
end
