(* KEY 3bcb11ba9240 *)
(* -infinity is below the domain, and no finite number. *)
intro H. destruct (H (B754_infinity true) (B754_infinity true)) as (F & _); [|discriminate F].
left. split; [|reflexivity]. destruct fliteral_axiom as [F _].
destruct fliteral as [s|s| |s m e C]; [..|destruct s]; try discriminate F; reflexivity.
