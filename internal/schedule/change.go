package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// farthest is how far in the future instants can be set.
const farthest = 5 * 366 * day

// SetDeadline returns the plan with another deadline (SET DEADLINE). o is as for NewPhase, with
// the present plan in o.Old. If the deadline is moved back, the grace period keeps its length, so
// that a slip that is corrected at once leaves no trace. If the grace period would be shorter
// than GRACE, it is extended; if the earliest resolution would be after the deadline, it is moved
// to the deadline. The caller notifies everyone and has reminders sent again (State.Rearm). The
// errors are PastDate and FarDate.
func SetDeadline(o Opening, at time.Time) (Plan, error) {
	p, at := o.Old, whole(at)
	if err := within(o, message.New("the deadline"), at); err != nil {
		return p, err
	}
	usual := o.graceAfter(at, o.Timing)
	switch {
	case o.Settings.Keep, p.Grace.Equal(o.graceAfter(p.Deadline, o.Timing)): // Keep waits for no one after the deadline
		p.Grace = usual
	case at.Before(p.Deadline):
		p.Grace = latest(usual, o.onWorkday(whole(at.Add(p.Grace.Sub(p.Deadline))), o.Timing))
	default:
		p.Grace = latest(usual, p.Grace)
	}
	p.Deadline, p.Process = at, at
	p.Start = earliest(p.Start, at)
	return p, nil
}

// NoDeadline returns the plan without a deadline and grace period.
func NoDeadline(p Plan) Plan {
	p.Deadline, p.Grace, p.Process = time.Time{}, time.Time{}, p.Start
	return p
}

// SetGrace returns the plan with another end of the grace period (SET GRACE), which cannot be
// before the deadline. The errors are BadOrder, PastDate and FarDate.
func SetGrace(o Opening, at time.Time) (Plan, error) {
	p, at := o.Old, whole(at)
	if p.Deadline.IsZero() {
		return p, fail(BadOrder, message.New("This phase has no deadline, so it has no grace either. Set a deadline first."))
	}
	if at.Before(p.Deadline) {
		return p, fail(BadOrder, message.New("Grace cannot end ({end}) before the deadline ({deadline}). Set an earlier deadline first, or a later grace.", moment(at), moment(p.Deadline)))
	}
	if err := within(o, message.New("the end of grace"), at); err != nil {
		return p, err
	}
	p.Grace = at
	return p, nil
}

// SetStart returns the plan with another earliest time of resolution (SET START). An earlier
// deadline, and with it the grace period, is moved to that time. The errors are PastDate and
// FarDate.
func SetStart(o Opening, at time.Time) (Plan, error) {
	p, at := o.Old, whole(at)
	if err := within(o, message.New("the start"), at); err != nil {
		return p, err
	}
	p.Start = at
	if !p.Deadline.IsZero() && p.Deadline.Before(at) {
		p.Deadline, p.Process = at, at
		p.Grace = latest(p.Grace, o.graceAfter(at, o.Timing))
	}
	return p, nil
}

// Extend returns the plan with the deadline and the end of the grace period moved by a duration.
// A plan without a deadline is unchanged.
func Extend(p Plan, by time.Duration) Plan {
	if p.Deadline.IsZero() || by <= 0 {
		return p
	}
	p.Deadline = whole(p.Deadline.Add(by))
	p.Grace = whole(p.Grace.Add(by))
	p.Process = p.Deadline
	return p
}

func within(o Opening, what message.Message, at time.Time) error {
	switch {
	case !at.After(o.Now):
		return fail(PastDate, message.New("{What} must be still to come; {moment} has gone by. Now it is {now}.", what, moment(at), moment(o.Now)))
	case at.Sub(o.Now) > farthest:
		return fail(FarDate, message.New("{What} can be five years ahead at most; {moment} is later.", what, moment(at)))
	}
	return nil
}
