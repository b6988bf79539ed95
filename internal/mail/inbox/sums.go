package inbox

import (
	"fmt"
	"strings"

	"podesta/internal/mail/phrase"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// sums writes what a power's orders do to its treasury: what it has, what they
// cost, what remains, and what cannot be paid. In retreats, and in a game
// without money, it writes nothing.
func sums(b *strings.Builder, p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) {
	x := tableview.PurseOf(message.English, p, r, power, lines)
	if x == nil || !r.Money {
		return
	}
	say := func(text string) {
		b.WriteString(phrase.Wrap(text, p.Setting.Powers[power].Name+": ", hanging, phrase.AnswerWidth) + "\n")
	}
	text := fmt.Sprintf("Treasury %dd", x.Treasury)
	for _, part := range []struct {
		n    int
		what string
	}{
		{x.Lent, "borrowed %dd"},
		{x.Paid, "payments %dd"},
		{x.Due, "the bank collects %dd"},
		{x.Costs, "expenses %dd"},
		{x.Keeps, "units %dd"},
		{x.Builds, "new units %dd"},
	} {
		if part.n != 0 {
			text += ", " + fmt.Sprintf(part.what, part.n)
		}
	}
	if x.Left < 0 {
		text += fmt.Sprintf("; %dd are missing.", -x.Left)
	} else {
		text += fmt.Sprintf("; %dd remain.", x.Left)
	}
	b.WriteString("\n")
	say(text)
	for _, l := range x.Lines {
		switch {
		case l.Gets >= l.Asks:
		case l.Buys:
			say(fmt.Sprintf("E%d costs %dd, but only %dd will be left for it. It is carried out with that.", l.Slot, l.Asks, l.Gets))
		default:
			say(fmt.Sprintf("E%d costs %dd, but only %dd will be left for it. It fails.", l.Slot, l.Asks, l.Gets))
		}
	}
	if len(x.Lost) > 0 {
		say("Cannot be paid and will be disbanded: " + phrase.List(x.Lost) + ".")
	}
	for _, u := range x.Unbuilt {
		say("Comes to nothing: " + strings.TrimSuffix(u.Text, ".") + ", since " + strings.TrimSuffix(u.Why, ".") + ".")
	}
}
