package page

import (
	"net/http"
	"reflect"

	"podesta/internal/tableview"
	"podesta/internal/words"
)

// spoken lists the fields with words for people in answers to scripts. Orders are
// not among them: they are written in one language.
var spoken = map[string]bool{
	"Say": true, "Why": true, "Useless": true, "Far": true, "Due": true, "Phase": true, "Notes": true, "Owes": true, "Says": true,
	"Acts": true, "Awaits": true, "Lacks": true, "Votes": true, "News": true, "Title": true, "Headline": true, "Lost": true, "Gone": true, "Error": true, "Ask": true, "NoLoan": true,
}

var unitType = reflect.TypeFor[tableview.Unit]()

// Speak puts the words of an answer to a script into the language of the
// request. v is a pointer.
func (s *Responder) Speak(r *http.Request, v any) {
	if c := s.Catalogue(r); c != words.English() {
		speakIn(c, reflect.ValueOf(v), false)
	}
}

func speakIn(c *words.Catalogue, v reflect.Value, words bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			speakIn(c, v.Elem(), words)
		}
	case reflect.Slice:
		for i := range v.Len() {
			speakIn(c, v.Index(i), words)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() {
				speakIn(c, v.Field(i), spoken[f.Name] || f.Name == "Name" && v.Type() == unitType)
			}
		}
	case reflect.String:
		if words && v.CanSet() && v.String() != "" {
			v.SetString(c.T(v.String()))
		}
	}
}
