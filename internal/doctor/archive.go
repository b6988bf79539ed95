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
			x.fail(check, number(x.old, "game is", "games are")+" in an archive, and archive.url is not set: nobody can read them.", "Set archive.url to where they are, and its keys.")
		}
		return
	}
	d, err := x.c.Archive.Open()
	if err != nil {
		x.fail(check, plainly(err)+".", "Correct the settings of the archive.")
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
	x.ok(check, d.String()+" can be used; "+number(x.old, "game is", "games are")+" there. podesta archive -check reads all of them.")
}

// archiveRemedy says what to do about an archive that cannot be used.
func archiveRemedy(err error) string {
	var f *depot.Failure
	if !errors.As(err, &f) {
		return "Make the folder, mount its disk, or see whether archive.endpoint is right and can be reached from this machine."
	}
	switch f.Code {
	case "SignatureDoesNotMatch", "InvalidAccessKeyId":
		return "See whether archive.key_id and its secret (archive.key_file) belong together, and whether archive.region is right."
	case "RequestTimeTooSkewed":
		return "Set this machine's clock."
	case "NoSuchBucket":
		return "Create the bucket, or correct archive.url."
	case "AccessDenied":
		return "Allow the key to read, write, delete and list objects of the bucket."
	}
	if strings.HasPrefix(f.Code, "AuthorizationHeaderMalformed") || f.Code == "PermanentRedirect" {
		return "Correct archive.region or archive.endpoint."
	}
	return "See what the service says."
}
