package doctor

import "strings"

// archive reports games that an earlier version has archived. The judge restores them when it
// starts.
func (x *examination) archive() {
	const check = "archive"
	url := x.c.Archive.URL
	games := number(x.old, "game is", "games are") + " in the archive of an earlier version"
	switch {
	case x.old == 0 && url != "":
		x.ok(check, "No game is in the archive of an earlier version: you can delete archive.url.")
	case x.old == 0:
	case url == "":
		x.fail(check, games+", and archive.url is not set.", "Set archive.url to the folder with the archive. The judge brings the games back when it starts.")
	case strings.Contains(url, "://"):
		x.fail(check, games+", "+url+", which this version cannot read.", "Copy all objects to a folder (aws s3 sync, or rclone copy), and set archive.url to it. The judge brings the games back when it starts.")
	default:
		x.warn(check, games+", "+url+".", "Start the judge, which brings them back into the database. The earlier version must no longer archive games (archive.after).")
	}
}
