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

# The curve of each run of a table, at most eight of its points.
def curves($table): . as $all
    | "| model | seed | step | loss | Sink_1 | largest alpha | norm ratio |", "|---|---|---|---|---|---|---|",
      ($table.rows[] as $row | $all[] | select(.model == $row.model) | . as $run
       | (.curve | length - 1) as $final | [range(8) | . * $final / 7 | floor] | unique[] as $at
       | $run.curve[$at] as [$step, $loss, $share, $alpha, $ratio]
       | "| \($run.model) | \($run.seed) | \($step) | \($loss | digits(3)) | \($share | digits(2)) | \($alpha | digits(2)) | \($ratio | digits(1)) |");

. as $all | $names
    | if . == ["all"] then $tables[0] | keys_unsorted else . end
    | .[] as $name | $tables[0][$name] // error("no table \($name)")
    | if $curves then "", (. as $table | $all | curves($table))
      else "", "**\(.title)**", "", (. as $table | $all | table($table)) end
