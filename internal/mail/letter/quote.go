package letter

import (
	"regexp"
	"strings"
)

// Lines that mail programs insert above a quoted or forwarded e-mail, in their
// most common languages.

// separators matches lines that separate an e-mail from a quoted e-mail. The sender did not write
// the text below them, whether or not it is marked as quoted.
var separators = regexp.MustCompile(`(?i)^(-{2,}|_{2,}|={2,}|\*{2,})\s*(` + strings.Join([]string{
	"original message", "original appointment", "forwarded message", "forwarded by .*", "reply message", "end of forwarded message.*",
	"ursprüngliche nachricht", "originalnachricht", "ursprüngliche mail", "weitergeleitete nachricht",
	"message d'origine", "message original", "message transféré", "message transmis", "e-mail d'origine",
	"messaggio originale", "messaggio inoltrato", "messaggio da inoltrare",
	"mensaje original", "mensaje reenviado", "mensagem original", "mensagem encaminhada",
	"oorspronkelijk bericht", "doorgestuurd bericht", "originalmeddelande", "ursprungligt meddelande", "vidarebefordrat meddelande",
	"oprindelig meddelelse", "opprinnelig melding", "videresendt meddelelse", "videresendt melding",
	"alkuperäinen viesti", "välitetty viesti", "wiadomość oryginalna", "oryginalna wiadomość", "przekazana wiadomość", "wiadomość przekazana",
	"původní zpráva", "přeposlaná zpráva", "pôvodná správa", "eredeti üzenet", "továbbított üzenet", "mesaj original", "mesajul original",
	"özgün ileti", "orijinal mesaj", "yönlendirilen ileti", "исходное сообщение", "пересылаемое сообщение", "переслане повідомлення",
	"αρχικό μήνυμα", "原始邮件", "原始郵件", "转发的邮件", "元のメッセージ", "転送メッセージ", "원본 메시지", "전달된 메일",
}, "|") + `)\s*(-{2,}|_{2,}|={2,}|\*{2,})?$`)

// beginnings matches the lines that Apple's programs insert above a forwarded e-mail.
var beginnings = regexp.MustCompile(`(?i)^(` + strings.Join([]string{
	"begin forwarded message", "anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail", "début du message réexpédié",
	"début du message transféré", "inizio messaggio inoltrato", "inizia il messaggio inoltrato", "inicio del mensaje reenviado",
	"início da mensagem reencaminhada", "início da mensagem encaminhada", "begin doorgestuurd bericht", "vidarebefordrat brev",
	"start på videresendt besked", "videresendt melding", "początek przekazywanej wiadomości", "alkaa välitetty viesti",
}, "|") + `)\s*:$`)

// isSeparator reports whether a line precedes a quoted or forwarded e-mail.
func isSeparator(t string) bool {
	if len(t) < 6 || len(t) > 200 {
		return false
	}
	switch t[0] {
	case '-', '_', '=', '*':
		return separators.MatchString(t)
	}
	return t[len(t)-1] == ':' && beginnings.MatchString(t)
}

// The names of the header fields that mail programs print above a quoted e-mail: author, time and
// subject.
var (
	headWho  = regexp.MustCompile(`(?i)^[>*\s]*(from|von|de|da|van|från|fra|od|lähettäjä|feladó|expeditor|kimden|gönderen|от|від|από|发件人|寄件者|差出人|送信元|보낸 ?사람)\s*[:：][*\s]*\S`)
	headWhen = regexp.MustCompile(`(?i)^[>*\s]*(sent|date|gesendet|datum|envoyé|date d'envoi|inviato|data|enviado|enviado el|enviada em|fecha|verzonden|skickat|sendt|dato|wysłano|odesláno|lähetetty|päivämäärä|elküldve|trimis|gönderildi|gönderme tarihi|tarih|отправлено|дата|надіслано|ημερομηνία|发送时间|日期|寄件日期|日時|送信日時|보낸 ?날짜|날짜)\s*[:：][*\s]*\S`)
	headWhat = regexp.MustCompile(`(?i)^[>*\s]*(subject|betreff|objet|oggetto|asunto|assunto|onderwerp|ämne|emne|temat|předmět|predmet|aihe|tárgy|subiect|konu|тема|θέμα|主题|主旨|件名|제목|to|an|à|a|para|aan|till|til|do|komu|vastaanottaja|címzett|către|kime|кому|προς|收件人|收件者|宛先|받는 ?사람)\s*[:：]`)
)

// isHead reports whether line i begins the header of a quoted e-mail: author, time and subject,
// on nearby lines.
func (s *sorter) isHead(i int) bool {
	t := s.lines[i].Text
	if len(t) < 5 || len(t) > 500 || strings.IndexByte(t[:min(len(t), 60)], 0x3a) < 0 && strings.IndexByte(t[:min(len(t), 60)], 0xef) < 0 || !headWho.MatchString(t) {
		return false
	}
	when, what := false, false
	for j := i + 1; j < min(i+8, len(s.lines)); j++ {
		t := s.lines[j].Text
		when = when || headWhen.MatchString(t)
		what = what || headWhat.MatchString(t)
	}
	return when && what
}

// wrote matches the word for "wrote" in an attribution.
var wrote = regexp.MustCompile(`(?i)(^|[\s,>)"])(wrote|writes|write|said|says|schrieb|schreibt|a écrit|écrit|écrivait|ha scritto|scrive|scriveva|escribió|escribe|escreveu|schreef|skrev|skriver|kirjoitti|pisze|napisał(\(a\)|a)?|napsal(\(a\)|a)?|napísal(\(a\)|a)?|írta|a scris|yazdı|şunu yazdı|пишет|писал(\(а\)|а)?|написал(\(а\)|а)?|пише|έγραψε|写道|寫道|のメール|작성)([\s,:].{0,120})?\s*[:：]?\s*$`)

// opening matches the beginning of an attribution with the word for "wrote" in its middle: "Am
// 1. Mai 2026 um 10:00 schrieb Marco Polo <m@example.org>:".
var opening = regexp.MustCompile(`(?i)^(on|am|le|il|il giorno|el|em|op|den|w dniu|dne|dňa|at|in article|quoting|zitat von|quoted text from|в|на|στις|pada|vào)\s`)

var (
	digits  = regexp.MustCompile(`\d`)
	clock   = regexp.MustCompile(`\d{1,2}[:.h]\d{2}`)
	address = regexp.MustCompile(`[^\s<>"()]+@[^\s<>"()]+`)
)

// attribution returns the number of lines from i on that form the attribution of a quotation ("On 1
// May 2026 Marco wrote:"), or 0. The result all says whether the whole rest of the e-mail is
// quoted, which is assumed if no ">" marks the quotation.
func (s *sorter) attribution(i int) (n int, all bool) {
	if t := strings.TrimSpace(s.lines[i].Text); len(t) > 300 || session.MatchString(t) {
		return 0, false
	}
	joined := ""
	for n < 4 && i+n < len(s.lines) {
		t := strings.TrimSpace(s.lines[i+n].Text)
		if t == "" || len(t) > 300 {
			return 0, false
		}
		joined = strings.TrimSpace(joined + " " + t)
		n++
		if !strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "：") {
			if n == 1 && !opening.MatchString(t) && !(address.MatchString(t) && strings.Contains(t, "<")) {
				return 0, false // not the first line of an attribution
			}
			continue
		}
		marked := s.quotedBelow(i + n)
		said := wrote.MatchString(joined)
		when := digits.MatchString(joined)
		who := address.MatchString(joined)
		switch {
		case marked && (said || who && when || n == 1 && strings.HasPrefix(strings.ToLower(joined), "quoting ")):
			return n, false
		case !marked && said && opening.MatchString(joined) && when && (who || clock.MatchString(joined)):
			return n, true
		}
		return 0, false
	}
	return 0, false
}

// quotedBelow reports whether the first line with text from i on is marked as
// quoted.
func (s *sorter) quotedBelow(i int) bool {
	for ; i < len(s.lines); i++ {
		if t := strings.TrimSpace(s.lines[i].Text); t != "" {
			return t[0] == '>'
		}
	}
	return false
}

// advertisements matches the lines that phones and web mail append to an e-mail without a signature
// delimiter.
var advertisements = regexp.MustCompile(`(?i)^[*_<]*(` + strings.Join([]string{
	`sent (from|via|with|using|by) (my |the |an? )?(iphone|ipad|ipod|apple watch|android|samsung|galaxy|huawei|xiaomi|oneplus|pixel|nokia|blackberry|htc|lg|sony|motorola|mobile|phone|smartphone|tablet|outlook|mail|gmail|yahoo|aol|proton|tutanota|tuta|k-9|thunderbird|spark|mailbird|fairemail|hotmail|windows|mailspring|airmail|zoho|gmx|web\.de|evolution)\b.*`,
	`get outlook for (android|ios|mac)\b.*`, `download outlook for .*`,
	`(outlook|yahoo mail|gmx|web\.de|t-online) (für|pour|per|para|voor) (android|ios|mobile)\b.*`,
	`(von|mit|über) (meinem |meiner |dem |der )?(iphone|ipad|android|samsung|galaxy|huawei|smartphone|handy|mobiltelefon|outlook|gmx|web\.de|yahoo|proton|tutanota|thunderbird|k-9).{0,60} (gesendet|gesandt|geschickt|verschickt)\.?`,
	`gesendet (von|mit|über) .{1,60}`, `diese nachricht wurde von meinem .{1,60} gesendet\.?`,
	`envoyé (de|depuis|à partir de) (mon |ma |l'|mail |outlook|yahoo|proton).{0,60}`, `obtenez outlook pour .*`, `télécharger outlook pour .*`,
	`inviato (da|dal|con) (il )?(mio |mia )?(iphone|ipad|android|smartphone|telefono|dispositivo|samsung|outlook|posta|yahoo|libero|proton|mail|tim|cellulare).{0,60}`, `scarica outlook per .*`, `ottieni outlook per .*`,
	`enviado (desde|de|do|a partir do|através|con|com) .{1,60}`, `obtener outlook para .*`, `obter o outlook para .*`,
	`verzonden (vanaf|vanuit|met|via) .{1,60}`, `verstuurd vanaf .{1,60}`, `outlook voor .* downloaden`,
	`skickat från .{1,60}`, `sendt fra .{1,60}`, `lähetetty .{1,60}(ista|istä|sta|stä|lta|ltä|stani|stäni)\.?`,
	`wysłan[eo] (z|za) .{1,60}`, `odesláno z .{1,60}`, `отправлено (из|с) .{1,60}`, `отправлено с .{1,60}`,
	`iphone'umdan gönderildi`, `iphoneから送信`, `发自我的 ?iphone.*`, `从我的 ?iphone.*`, `나의 iphone에서 보냄`,
}, "|") + `)[*_>.]*$`)

// isAdvertisement reports whether a mail program added the line.
func isAdvertisement(t string) bool {
	return len(t) >= 8 && len(t) <= 150 && advertisements.MatchString(t)
}
