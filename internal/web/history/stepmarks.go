package history

import (
	"podesta/internal/replay"
)

// stepMark returns the mark of a kind of step: a small picture in the colour of the text, shown
// next to the kind's title.
func stepMark(body string) string {
	return `<svg class="stepmark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">` + body + `</g></svg>`
}

// stepMarks holds the marks of the kinds of steps.
var stepMarks = map[replay.Kind]string{
	replay.Money:     stepMark(`<circle cx="12" cy="12" r="8"/><path d="M9 8v8M9 8h3a4 4 0 0 1 0 8H9"/>`),
	replay.Murder:    stepMark(`<path d="M19 4 10 13M7 10l6 6M9 14l-5 6"/>`),
	replay.Rebellion: stepMark(`<path d="M12 21V9M7 9h10l-2-5H9zM8 21h8"/>`),
	replay.Orders:    stepMark(`<path d="M6 3h9l4 4v14H6zM9 11h7M9 15h7"/>`),
	replay.Moves:     stepMark(`<path d="M4 12h15M13 6l6 6-6 6"/>`),
	replay.Fight:     stepMark(`<path d="M4 4l15 15M20 4 5 19M3 16l5 5M21 16l-5 5"/>`),
	replay.Vain:      stepMark(`<path d="M6 6l12 12M18 6 6 18"/>`),
	replay.Siege:     stepMark(`<circle cx="12" cy="12" r="9" stroke-dasharray="4 3"/><path d="M8 15v-5h2v1.500h1.500V10h1.500v1.500H15V10h1v5z"/>`),
	replay.Lost:      stepMark(`<path d="M12 4v16M7 9h10"/>`),
	replay.Retreat:   stepMark(`<path d="M20 17v-4a5 5 0 0 0-5-5H5M9 4 5 8l4 4"/>`),
	replay.Control:   stepMark(`<path d="M6 21V4M6 4h12l-3 4 3 4H6"/>`),
	replay.Disaster:  stepMark(`<path d="M12 3l9 17H3zM12 10v4M12 17v.100"/>`),
	replay.Income:    stepMark(`<ellipse cx="12" cy="7" rx="7" ry="3"/><path d="M5 7v5c0 4 14 4 14 0V7M5 12v5c0 4 14 4 14 0v-5"/>`),
	replay.Winter:    stepMark(`<path d="M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9"/>`),
	replay.Great:     stepMark(`<path d="M4 18l-1-11 5 4 4-7 4 7 5-4-1 11z"/>`),
	replay.Now:       stepMark(`<circle cx="12" cy="12" r="8"/><path d="M12 7v5l3 2"/>`),
}
