(* KEY 0bef1f581e61 08c0902bc637 d040b47bf277 1825accadfb2 658337235fa3 a4ac785f6678 0be6c96f2231 8c3551704c1a *)
From Plumbline.number Require Import angle_math.
intros t e; intros. unfold P_crossed, L_eighth_angle, L_rsine, L_rcosine, L_rmul in *.
by_eighth t. unfold angle_in in *.
assert (C : (e = 0 \/ e = 1 \/ e = 2 \/ e = 3 \/ e = 4 \/ e = 5 \/ e = 6 \/ e = 7)%Z) by lia.
repeat destruct C as [C|C]; subst e; try (exfalso; lia); lra.
