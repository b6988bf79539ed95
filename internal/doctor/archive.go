package doctor

import (
	"context"
	"errors"
	"strings"

	"podesta/internal/depot"
)

// archive checks whether the archive of old games can be used.
func (x *examination) archive(ctx context.Context) {
	const check = "archive"
	if x.c.Archive.URL == "" {
		if x.old > 0 {
			x.fail(check, number(x.old, "game is", "games are")+" in an archive, but archive.url is not set: nobody can read them.", "Set archive.url to the place of the archive, and the keys that belong to it.")
		}
		return
	}
	d, err := x.c.Archive.Open()
	if err != nil {
		x.fail(check, plainly(err)+".", "Correct the keys in the section [archive].")
		return
	}
	ctx, cancel := within(ctx)
	defer cancel()
	if err := d.Check(ctx); err != nil {
		report := x.warn
		if x.old > 0 {
			report = x.fail
		}
		report(check, d.String()+": "+plainly(err)+".", archiveRemedy(err))
		return
	}
	x.ok(check, d.String()+" can be used; "+number(x.old, "game is", "games are")+" there. To check them all, run podesta archive -check.")
}

// archiveRemedy says what to do about an archive that cannot be used.
func archiveRemedy(err error) string {
	var f *depot.Failure
	if !errors.As(err, &f) {
		return "Create the folder, mount its disk, or check that archive.endpoint is right and can be reached from this machine."
	}
	switch f.Code {
	case "SignatureDoesNotMatch", "InvalidAccessKeyId":
		return "Check that archive.key_id and its secret (archive.key_file) belong together, and that archive.region is right."
	case "RequestTimeTooSkewed":
		return "Correct this machine's clock."
	case "NoSuchBucket":
		return "Create the bucket, or correct archive.url."
	case "AccessDenied":
		return "Give the key permission to read, write, delete and list objects in the bucket."
	}
	if strings.HasPrefix(f.Code, "AuthorizationHeaderMalformed") || f.Code == "PermanentRedirect" {
		return "Correct archive.region or archive.endpoint."
	}
	return "Look up the error in the documentation of the service."
}
