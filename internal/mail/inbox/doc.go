// Package inbox reads letters, carries out their commands with package judge, and
// hands the answers to package outbox. A letter that is delivered twice is carried
// out and answered once; one that was interrupted continues where it stopped.
package inbox
