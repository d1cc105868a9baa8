(* KEY 6108ee2f700f *)
intros u t f z x gate bias factor _. unfold P_finished_as, P_factor_finishes, P_bias_finishes, P_gate_finishes.
rewrite factor, bias, gate.
split.
- intros (a & b & c & ((S & F & _) & B & _) & G & _). rewrite (F eq_refl), (B eq_refl), (G eq_refl). exact S.
- intro S. exists z, z, z. repeat split; solve [exact S | intro N; now contradict N].
