package mail_test

import "testing"

// TestReadySaysWhatIsInTheWay checks that the answer to READY says what the phase still waits for
// after all orders in the e-mail have been entered, including orders below READY.
func TestReadySaysWhatIsInTheWay(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	for _, x := range []struct{ body, says, never string }{
		{"READY\nA Mil H\nA Pav - Nowhere\nA Cre H", "because 1 line of your orders is refused", "does not wait for you"},
		{"READY\nA Mil H", "because orders are missing", "does not wait for you"},
		{"CLEAR ORDERS\nREADY\nA Mil H\nA Pav H\nA Cre H", "The judge does not wait for you", "still waits"},
		{"READY\nSET WAIT\nA Mil H", "The phase will not be resolved before its deadline.", "because"},
	} {
		text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\n"+x.body)
		must(t, text, x.says)
		never(t, text, x.never)
	}
}
