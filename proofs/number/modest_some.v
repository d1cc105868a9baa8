(* KEY a473766eb7fa *)
intros x M. right. exact M.
