module podesta/tools/soak

go 1.26.0

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/emersion/go-message v0.18.2
	github.com/emersion/go-smtp v0.25.1
	github.com/hanwen/go-fuse/v2 v2.12.1
	github.com/jackc/pgx/v5 v5.12.0
)

