(* KEY dbf9a54f5719 *)
intros. constructor.
