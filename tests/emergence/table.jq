# Tables of Markdown from the records of results/: input, all records; $tables, tables.json; $names, which of them.
# A row with several seeds has the mean and, in brackets, the least and the greatest.

def mean: add / length;
def digits($n): . * pow(10; $n) | round / pow(10; $n) | tostring
    | if contains(".") then . else . + "." end
    | (split(".")) as [$whole, $part] | $whole + "." + ($part + "0000")[0:$n];
def spread($n): if length == 0 then "" elif length == 1 then .[0] | digits($n)
    else "\(mean | digits($n)) (\(min | digits($n)) to \(max | digits($n)))" end;

def last: .measured[-1];
def strongest: [.sink | (.["sink"] // .["1"]).alpha[][]] | max;
def share($key): [.[] | last.sink[$key] | select(. != null)]
    | if all(.percent_least == .percent_most) then map(.percent_least) | spread(2)
      else "\(map(.percent_least) | min | digits(2)) to \(map(.percent_most) | max | digits(2))" end;
def norm_ratio: [.activations[].norm_ratio] | max;

def row($row): . as $all
    | [$all[] | select(.model == $row.model and ([.seed] | inside($row.seeds // [1])))] as $runs
    | if $runs == [] then "| \($row.model) | not trained yet |" + " |" * 8
      else "| \($row.model) | \($runs | length) | \($runs | map(last.step) | max) | \([$runs[] | last.loss] | spread(3)) | "
        + ([$runs | share("1", "2", "3", "sink")] | join(" | "))
        + " | \([$runs[] | last | strongest] | spread(2)) | \([$runs[] | last | norm_ratio] | spread(1)) |"
      end
    | . + " \($row.paper // "") | \($row.verdict // "") |";

def table($table): . as $all
    | "| model | seeds | steps | loss | Sink_1 | Sink_2 | Sink_3 | Sink_* | largest alpha | norm ratio | the paper | here |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|",
      ($table.rows[] as $row | $all | row($row));

. as $all | $names | if . == ["all"] then $tables[0] | keys_unsorted else . end
    | .[] as $name | ($all | "", "**\($tables[0][$name].title)**", "", table($tables[0][$name]))
