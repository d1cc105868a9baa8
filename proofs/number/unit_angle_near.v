(* KEY 5e9aff9a3e59 *)
From Plumbline.number Require Import angle_math.
unfold P_near.
match goal with |- (Rabs (?a + - (1) * ?b) <= _)%R => replace (a + - (1) * b)%R with (a - b)%R by ring end.
exact unit_angle_error.
