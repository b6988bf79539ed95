package act

import (
	"cmp"

	"podesta/machiavelli/message"
)

// Part selects a part of a list. It is embedded in the arguments of commands that list something
// page by page.
type Part struct {
	Skip  int `arg:"skip,optional" least:"0" most:"1000000" doc:"So many from the beginning are left out"`
	Limit int `arg:"limit,optional" least:"1" most:"100" doc:"So many at most; by default 20"`
}

// usualLimit is the length of a page if the caller does not choose one.
const usualLimit = 20

// Page is an answer with a part of a list.
type Page[T any] struct {
	Done
	Items    []T    `json:"items"`
	Next     string `json:"next,omitempty" doc:"The address of the next page, unless this is the last"`
	Previous string `json:"previous,omitempty" doc:"The address of the page before, unless this is the first"`

	// Following and Preceding are the arguments for the next and the previous page. They are nil
	// on the last and the first page.
	Following, Preceding Values `json:"-"`
}

// PageOf returns the part p of a list. The text of the answer has a line for each item, and says
// where the part is in a longer list. none is the text for an empty list.
func PageOf[T any](all []T, p Part, none message.Message, line func(T) message.Message) *Page[T] {
	limit := cmp.Or(p.Limit, usualLimit)
	from := min(p.Skip, len(all))
	to := min(from+limit, len(all))
	out := &Page[T]{Items: append([]T{}, all[from:to]...)}
	if to < len(all) {
		out.Following = p.at(to)
	}
	if from > 0 {
		out.Preceding = p.at(max(0, from-limit))
	}
	var lines []message.Message
	for _, x := range out.Items {
		lines = append(lines, line(x))
	}
	switch {
	case len(all) == 0:
		lines = append(lines, none)
	case len(lines) == 0:
		lines = append(lines, message.New("The list has only {n}.", message.Number(len(all))))
	case len(lines) < len(all):
		lines = append(lines, message.New("Here are {from} to {to} of {all}.", message.Number(from+1),
			message.Number(to), message.Number(len(all))))
	}
	out.Message = message.New("{lines}", message.ListOf(message.Lines, lines))
	return out
}

// Whole returns a list that is never long, on one page. The text of the answer has a line for
// each item. none is the text for an empty list.
func Whole[S, T any](all []S, none message.Message, item func(*S) (T, message.Message)) *Page[T] {
	out := &Page[T]{Items: []T{}, Done: Done{Message: none}}
	var lines []message.Message
	for i := range all {
		x, line := item(&all[i])
		out.Items, lines = append(out.Items, x), append(lines, line)
	}
	if len(lines) > 0 {
		out.Message = message.New("{lines}", message.ListOf(message.Lines, lines))
	}
	return out
}

// In translates the answer and its items into a language.
func (p *Page[T]) In(l message.Language) {
	p.Done.In(l)
	for i := range p.Items {
		if x, ok := any(&p.Items[i]).(interface{ In(l message.Language) }); ok {
			x.In(l)
		}
	}
}

// at returns the arguments for a part of the same length that begins after skip items.
func (p Part) at(skip int) Values {
	v := Values{}
	if skip > 0 {
		v["skip"] = skip
	}
	if p.Limit > 0 {
		v["limit"] = p.Limit
	}
	return v
}

// Link sets the addresses of the previous and the next page, if they exist. at returns the
// address for a page's arguments.
func (p *Page[T]) Link(at func(Values) string) {
	if p.Following != nil {
		p.Next = at(p.Following)
	}
	if p.Preceding != nil {
		p.Previous = at(p.Preceding)
	}
}

// Linked is an answer with the addresses of other pages.
type Linked interface{ Link(at func(Values) string) }
