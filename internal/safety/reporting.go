package safety

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type reportArgs struct {
	Kind    string           `arg:"kind" of:"letter,comment,name,game,player" doc:"What you report"`
	Game    string           `arg:"game,optional" most:"80" doc:"Of a message, a comment, a game or players: its ID"`
	Seats   []act.SeatNumber `arg:"seats" most:"20" doc:"Of players: their seats"`
	Letter  int64            `arg:"letter,optional" least:"1" doc:"Of a message: its number in the log"`
	Comment int64            `arg:"comment,optional" least:"1" doc:"Of a comment on a phase: its ID"`
	Name    string           `arg:"name,optional" most:"80" doc:"Of a person"`
	Reason  string           `arg:"reason" of:"harassment,hatred,cheating,spam,other" doc:"The reason"`
	Note    string           `arg:"note,optional" most:"2000" doc:"What you add"`
}

type appealArgs struct {
	Sanction string `arg:"sanction" most:"40" doc:"The ID of the decision"`
	Text     string `arg:"text" least:"1" most:"2000" doc:"Why it is wrong" ask:"why the decision is wrong"`
}

// FiledReport is a report that the caller has made.
type FiledReport struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind" enum:"letter,comment,name,game,player"`
	Game    string    `json:"game,omitempty"`
	Seat    int       `json:"seat,omitempty" doc:"Of a player"`
	Shown   string    `json:"shown,omitempty" doc:"The name that was reported, or that of the game"`
	Reason  string    `json:"reason" enum:"harassment,hatred,cheating,spam,other"`
	Note    string    `json:"note,omitempty"`
	Made    time.Time `json:"made"`
	Decided time.Time `json:"decided,omitzero"`
	Verdict string    `json:"verdict,omitempty" enum:"dismiss,warn,suspend,rename"`
	Outcome string    `json:"outcome" doc:"The same, in words"`

	outcome message.Message
}

// In translates the outcome.
func (r *FiledReport) In(l message.Language) { r.Outcome = r.outcome.In(l) }

// ShownSanction is a decision of operators about the caller.
type ShownSanction struct {
	ID           string    `json:"id"`
	Kind         string    `json:"kind" enum:"warn,suspend,rename"`
	About        string    `json:"about" doc:"What was reported, in words"`
	Quote        string    `json:"quote,omitempty" doc:"The message or the comment that was reported"`
	Why          string    `json:"why,omitempty"`
	Made         time.Time `json:"made"`
	Until        time.Time `json:"until,omitzero" doc:"Of a suspension, which then ends by itself"`
	Acknowledged time.Time `json:"acknowledged,omitzero"`
	Lifted       time.Time `json:"lifted,omitzero" doc:"It no longer counts since then"`
	Appealed     time.Time `json:"appealed,omitzero" doc:"When you have appealed"`
	Answered     time.Time `json:"answered,omitzero" doc:"When your appeal was decided"`
	Answer       string    `json:"answer,omitempty" doc:"What the operator added then"`
	MayAppeal    bool      `json:"mayAppeal"`
	Text         string    `json:"text" doc:"The same, in words"`

	about, text message.Message
}

// In translates the decision.
func (x *ShownSanction) In(l message.Language) { x.About, x.Text = x.about.In(l), x.text.In(l) }

// reporting returns the commands about reports and operators' decisions.
func (s *Safety) reporting() []act.Command {
	of := func(name, api, summary, does string, reads bool) act.Command {
		return act.Command{Name: name, Who: act.Account, Reads: reads, Group: act.Safety, API: api, Summary: summary, Does: does}
	}
	return []act.Command{
		act.Of(of("add report", "POST /reports", "Report a message, a comment, a name, a game or its players to the operators", "A message can be reported by everyone who can read it. A game is reported for its name or its description; what players do, such as cheating, is reported as `player`. Ten reports a day are taken, and each player counts as one.", false),
			func(ctx context.Context, by act.Caller, a reportArgs) (*act.Done, error) {
				n := NewReport{Kind: game.ReportKind(a.Kind), Game: a.Game, Letter: s.press.EntrySeq(a.Game, a.Letter), Comment: a.Comment, Name: a.Name, Reason: game.ReportReason(a.Reason), Note: a.Note}
				for _, seat := range a.Seats {
					n.Seats = append(n.Seats, int(seat))
				}
				said := message.New("Reported. The operators will look at it, and you will learn what they decide.")
				return act.Saying(said), s.Report(ctx, by.Account, n)
			}),
		act.Of(of("list reports", "GET /me/reports", "Your reports, and what was decided", "", true),
			func(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[FiledReport], error) {
				list, err := s.MyReports(ctx, by.Account)
				return act.Whole(list, message.New("You have reported nothing."), func(o *Outcome) (FiledReport, message.Message) {
					return FiledReport{
						ID: o.ID, Kind: string(o.Kind), Game: o.Game, Seat: o.Seat, Shown: o.Shown, Reason: string(o.Reason), Note: o.Note,
						Made: o.Made.UTC(), Decided: utc(o.Decided), Verdict: o.Verdict, outcome: o.Say(),
					}, message.New("{what}: {outcome}", o.What, o.Say())
				}), err
			}),
		act.Of(of("list sanctions", "GET /me/sanctions", "What operators have decided about you", "", true),
			func(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[ShownSanction], error) {
				list, _, err := s.Sanctions(ctx, by.Account)
				return act.Whole(list, message.New("The operators have decided nothing about you."), func(x *Imposed) (ShownSanction, message.Message) {
					said := SaySanction(x.Kind, x.Until)
					return ShownSanction{
						ID: x.ID, Kind: x.Kind, Quote: x.Quote, Why: x.Why, Made: x.Made.UTC(), Until: utc(x.Until), Acknowledged: utc(x.Seen), Lifted: utc(x.Lifted),
						Appealed: utc(x.Appealed), Answered: utc(x.Answered), Answer: x.Answer, MayAppeal: x.MayAppeal, about: x.What, text: said,
					}, message.New("{id}: {what}", message.Order(x.ID), said)
				}), err
			}),
		act.Of(of("appeal", "POST /me/sanctions/{sanction}/appeal", "Appeal against a decision about you", "Operators look at it again: another one, if there is one. You can appeal once against each decision, which stays until then.", false),
			func(ctx context.Context, by act.Caller, a appealArgs) (*act.Done, error) {
				said := message.New("Your appeal was sent to the operators. You will learn what they decide.")
				return act.Saying(said), s.Appeal(ctx, by.Account, a.Sanction, a.Text)
			}),
	}
}

// utc converts a time to UTC, as the API shows it. A zero time stays zero.
func utc(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	return at.UTC()
}
