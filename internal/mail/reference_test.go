package mail_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
)

// secret is the password in the examples of the reference.
const secret = "three-grey-oxen"

// example describes the setup for an example of the reference, and the expected answer.
type example struct {
	// as is the letter of the power that sends it. It is empty for the master or for anyone who may
	// send it, and "new" for Dante, who does not take part.
	as     string
	at     func(*testing.T) *house
	master string   // e-mail that the master sends before the example
	before string   // lines before the example in the same session
	says   []string // texts in the answer, regardless of line breaks
	told   []string // texts in the e-mail to Venice, if there is one
	fails  bool     // whether the example is refused, as the reference says
}

// examples holds the examples of the reference, keyed by their syntax. Before the example of a
// setting, the setting has a different value.
var examples = map[string]example{
	"SIGNON Xgame password":                            {as: "V", says: []string{"You are signed on as Venice in medici."}},
	"SIGNON ?game password [variant] [option...]":      {as: "new", at: gunboatForms, says: []string{"You have joined medici.", "needs 7 more players", "SET PREFERENCE"}},
	"SIGNON @game password":                            {as: "@", says: []string{"You are signed on as a master of medici."}},
	"CREATE ?game password [variant] [option...]":      {as: "new", at: empty, says: []string{"You have created medici (The Balance of Power) and are its master."}},
	"CREATE ?game password [variant] [option...] PLAY": {as: "new", at: empty, says: []string{"and play in it", "It has no master", "best first: L[IV]", "The game is made with it."}},
	"OBSERVE game password":                            {as: "new", says: []string{"You now watch medici"}},
	"SIGNOFF":                                          {says: []string{"Army Milan"}},
	"REGISTER ... END":                                 {as: "nobody", says: []string{"The judge has written to the address you gave. Answer that e-mail to complete your registration."}},
	"I AM ALSO address":                                {as: "nobody", says: []string{"The judge cannot be sure that this address is yours."}, fails: true},
	"CONFIRM code":                                     {as: "nobody", says: []string{"This link or key is not valid"}, fails: true},
	"HELP [topic]":                                     {as: "nobody", says: []string{"THE JUDGE", "REGISTER"}},
	"GET file":                                         {as: "nobody", says: []string{"ALL COMMANDS", "SIGNON Xgame password"}},
	"VERSION":                                          {as: "nobody", says: []string{"This is TEST, a podesta judge for Machiavelli. It lists 1 public game."}},
	"LIST [game]":                                      {as: "nobody", says: []string{"Game medici", "Edition: njudge-classic", "Marco"}},
	"LIST FULL":                                        {as: "nobody", says: []string{"Games", "medici", "Edition: njudge-classic"}},
	"SUMMARY [game]":                                   {as: "nobody", master: "PROCESS SPRING 1454 ORDERS", says: []string{"CITIES AT THE BEGINNING OF THE YEAR", "1454"}},
	"HISTORY [game] [FROM date] [TO date] [LINES n]":         {as: "nobody", master: "PROCESS SPRING 1454 ORDERS", says: []string{": RESULTS", "The game medici begins", "(end of the period)"}},
	"HISTORY [game] EXCLSTART phase [EXCLEND phase] [BROAD]": {as: "nobody", master: "PROCESS SPRING 1454 ORDERS", says: []string{"The game medici begins", "(end of the period)"}},
	"INFO PLAYER [address]":                                  {as: "V", says: []string{"Your own reliability: new player"}},
	"WHOIS [address]":                                        {as: "V", says: []string{"Name: Marco", "Address: marco@example.org (confirmed)"}},
	"MAP [game]":                                             {as: "nobody", says: []string{"The map of medici in Spring 1454, orders is attached."}},

	"INVITE name":          {as: "@", says: []string{"The game has begun, so nobody can be invited to it."}, fails: true},
	"UNINVITE name":        {as: "@", says: []string{"Marco Polo is not invited to this game."}, fails: true},
	"INVITE LINK [uses]":   {as: "@", says: []string{"This judge has no pages, so there are no links to games."}, fails: true},
	"INVITATIONS":          {as: "@", says: []string{"Nobody is invited to this game."}},
	"ACCEPT PROPOSAL":      {as: "V", says: []string{"There is no such game."}, fails: true},
	"DECLINE PROPOSAL":     {as: "V", says: []string{"There is no such game."}, fails: true},
	"ACCEPT game":          {as: "V", says: []string{"You play in this game already."}, fails: true},
	"DECLINE game":         {as: "V", says: []string{"You have no invitation to this game."}, fails: true},
	"REMATCH":              {as: "V", says: []string{"A rematch can be proposed when the game is over."}, fails: true},
	"FRIEND name":          {as: "V", says: []string{"There is no player with the name Marco Polo"}, fails: true},
	"UNFRIEND name":        {as: "V", says: []string{"Marco Polo is not your friend"}, fails: true},
	"MY COMMENTS [skip]":   {as: "V", says: []string{"You have not commented on a game."}},
	"FRIENDS":              {as: "V", says: []string{"You have no friends here yet."}},
	"FOLLOW game [NOTIFY]": {as: "V", says: []string{"You follow medici, and will be notified of its results."}},
	"UNFOLLOW game":        {as: "V", before: "FOLLOW medici", says: []string{"You no longer follow medici."}},
	"FOLLOWING":            {as: "V", before: "FOLLOW medici NOTIFY", says: []string{"medici (you are notified)"}},

	"MUTE name":                            {as: "nobody", says: []string{"I cannot tell who you are"}, fails: true},
	"UNMUTE name":                          {as: "nobody", says: []string{"I cannot tell who you are"}, fails: true},
	"BLOCK name":                           {as: "V", says: []string{"There is no player with the name Marco Polo"}, fails: true},
	"UNBLOCK name":                         {as: "V", says: []string{"You have neither muted nor blocked Marco Polo"}, fails: true},
	"MUTE POWER seat":                      {as: "I", says: []string{"In this game you no longer read messages from Venice."}},
	"UNMUTE POWER seat":                    {as: "I", before: "MUTE POWER V", says: []string{"In this game you read messages from Venice again."}},
	"REPORT POWER power reason [note]":     {as: "I", says: []string{"The game's log has no such entry."}, fails: true},
	"REPORT GREY reason [note]":            {as: "I", says: []string{"The game's log has no such entry."}, fails: true},
	"REPORT NAME reason name[: note]":      {as: "V", says: []string{"There is no player with the name Marco Polo"}, fails: true},
	"REPORT GAME reason [note]":            {as: "V", says: []string{"Reported. The operators will look at it"}},
	"REPORT PLAYERS letters reason [note]": {as: "I", says: []string{"Reported. The operators will look at it"}},
	"APPEAL ... ENDPRESS":                  {as: "V", says: []string{"There is no decision against which you can appeal."}, fails: true},
	"VACATION":                             {as: "V", says: []string{"You have set no vacation."}},
	"VACATION start [TO end]":              {as: "V", says: []string{"You are away from all your games from", "New deadlines avoid it"}},
	"NO VACATION":                          {as: "V", says: []string{"Your vacation is cancelled."}, before: "VACATION Dec 24 TO Jan 2"},
	"QUEUE":                                {as: "V", says: []string{"You are not in the queue."}},
	"QUEUE ANY":                            {as: "V", says: []string{"You are in the queue. Your place is 1 of 1"}},
	"QUEUE [PACE paces] [EDITION editions] [SCENARIO scenarios] [LANGUAGE languages] [PLAYERS least-most] [RELIABILITY reliability] [PROGRAMS]": {as: "V", says: []string{"You are in the queue. Your place is 1 of 1", "Closest to beginning: a game for 6 players. 1995 edition. A campaign a day. 1 person waits for it."}},
	"RENEW QUEUE":                  {as: "V", before: "QUEUE ANY", says: []string{"Your place in the queue is kept for another 7 days."}},
	"LEAVE QUEUE":                  {as: "V", before: "QUEUE ANY", says: []string{"You are no longer in the queue."}},
	"CONFIRM":                      {as: "V", says: []string{"The game has begun already: give your orders."}, fails: true},
	"DECLINE":                      {as: "V", says: []string{"The game has begun already: give your orders."}, fails: true},
	"EXTEND MUSTER minutes":        {says: []string{"No player of this game is asked to confirm at the moment."}, fails: true},
	"ACKNOWLEDGE":                  {as: "V", says: []string{"There is no warning that you have not acknowledged."}},
	"SET PASSWORD word":            {as: "V", says: []string{"Your password is changed, for all your games."}},
	"SET ADDRESS [address]":        {as: "V", says: []string{"An e-mail goes to marco@example.com. Answer it from there"}},
	"SET ZONE zone":                {as: "V", says: []string{"Europe/Rome"}},
	"SET LANGUAGE language":        {as: "V", says: []string{"sono in italiano"}},
	"SET PREFERENCE [preferences]": {as: "new", at: gunboatForms, before: "SIGNON ?medici " + secret, says: []string{"Your preferences, best first: VL[FI]A"}},
	"SET WAIT":                     {as: "V", says: []string{"The phase will not be resolved before its deadline.", "WAIT is set"}},
	"SET NO WAIT":                  {as: "V", before: "SET WAIT", says: []string{"You do not hold the phase any more, but it still waits for you.", "orders are missing"}},
	"READY":                        {as: "V", says: []string{"You do not hold the phase any more, but it still waits for you.", "orders are missing"}},
	"SET ABSENCE start [TO end]":   {as: "V", says: []string{"Thu 24 Dec 2026, 00:00 UTC to Sun 27 Dec 2026, 23:59"}},
	"SET NO ABSENCE date":          {as: "V", before: "SET ABSENCE Dec 24 TO Dec 27", says: []string{"The absence is withdrawn."}},
	"NOMINATE [name]":              {as: "V", says: []string{"No observer of this game is called \"Bianca\"."}, fails: true},
	"RESIGN":                       {as: "V", says: []string{"You have left the game."}},
	"PROPOSE line":                 {as: "V", says: []string{"Your proposal is number 1: PROPOSE PEACE TO Milan UNTIL fall 1455.", "The proposal waits for an answer."}},
	"ACCEPT PROPOSAL proposal":     {as: "V", says: []string{"There is no proposal 3 for you."}, fails: true},
	"REFUSE PROPOSAL proposal":     {as: "V", says: []string{"There is no proposal 3 for you."}, fails: true},
	"WITHDRAW PROPOSAL proposal":   {as: "V", before: "PROPOSE PEACE TO MILAN", says: []string{"You have withdrawn proposal 1."}},
	"PROPOSALS":                    {as: "V", before: "PROPOSE PEACE TO MILAN", says: []string{"Venice proposes to Milan: peace.", "WITHDRAW PROPOSAL 1"}},
	"DIARY [RECORD] ... ENDPRESS":  {as: "V", says: []string{"Noted."}},
	"DIARY LIST":                   {as: "V", before: "DIARY\nOne.\nENDPRESS", says: []string{"Your diary has 1 note.", "1 One."}},
	"DIARY READ n":                 {as: "V", before: "DIARY\nOne.\nENDPRESS\nDIARY\nTwo.\nENDPRESS", says: []string{"Note 2 of your diary", "Two."}},
	"DIARY DELETE n":               {as: "V", before: "DIARY\nOne.\nENDPRESS\nDIARY\nTwo.\nENDPRESS", says: []string{"Deleted."}},
	"any order":                    {as: "I", says: []string{"Order: A Milan H", "Order: A Pavia - Montferrat"}},
	"ORDERS": {as: "I", says: []string{
		"Orders for spring 1454",
		"Army Milan: no order yet.",
	}},
	"CLEAR ORDERS": {
		as: "I", before: "A Milan H",
		says: []string{"All your orders for this phase are deleted.", "Army Milan: no order yet."},
	},
	"UNDO [n]": {
		as: "I", before: "A Milan H\nA Pavia H\nA Cremona H",
		says: []string{"Withdrawn: A Cremona H; A Pavia H"},
	},
	"PHASE season year step": {as: "I", says: []string{"1 order kept for Winter 1456, adjustments"}},
	"CLEAR": {
		as: "I", before: "PHASE WINTER 1456 ADJUSTMENTS\nR A Milan\nENDPHASE",
		says: []string{"Your orders for later phases are deleted."},
	},
	"IF condition [THEN] ... [ELSE IF ...] [ELSE ...] ENDIF": {as: "I", says: []string{"Of these cases, number 2 holds; its orders follow.", "Order: A Cremona H"}},

	"PRESS TO letters ... ENDPRESS":         {as: "I", says: []string{"Sent to Venice and France."}, told: []string{"Message from Milan to Venice and France:", "Shall we share Milan?"}},
	"PRESS TO ALL BUT letters ... ENDPRESS": {as: "I", says: []string{"Sent to Milan, Florence, the Papacy, Naples, the Turks, Austria, France and the observers."}},
	"BROADCAST ... ENDPRESS":                {as: "I", says: []string{"Sent to everyone."}, told: []string{"Broadcast from Milan:", "Peace!"}},
	"PRESS|BROADCAST ... WHITE":             {as: "I", master: "SET GREY/WHITE", says: []string{"Sent to France."}},
	"PRESS|BROADCAST ... GREY":              {as: "I", master: "SET WHITE/GREY", says: []string{"Sent to everyone."}, told: []string{"Broadcast:", "The Pope takes bribes."}},
	"PRESS ... FAKE TO letters":             {as: "I", master: "SET PARTIAL MAY BE FAKED", says: []string{"Sent to France."}},
	"PRESS ... FAKE TO ALL BUT letters":     {as: "I", master: "SET PARTIAL MAY BE FAKED", says: []string{"Sent to France."}},
	"PRESS ... FAKE [BROADCAST]":            {as: "I", master: "SET PARTIAL MAY BE FAKED", says: []string{"Sent to France."}},
	"PRESS ... NO FAKE [BROADCAST]":         {as: "I", master: "SET PARTIAL DEFAULT", says: []string{"Sent to France."}},
	"POSTAL PRESS ... ENDPRESS":             {as: "I", master: "SET POSTAL PRESS", says: []string{"The message goes to everyone when the phase has been resolved."}},
	"SET ALL PRESS":                         {before: "SET NORMAL PRESS", says: []string{"You get all e-mail about your games, with pictures"}},
	"SET NORMAL PRESS":                      {says: []string{"except press among players in games of which you are a master"}},
	"SET NO BROADCAST":                      {says: []string{"except broadcasts in games in which you do not play"}},
	"SET BROADCAST":                         {as: "V", before: "SET NO BROADCAST", says: []string{"You get all e-mail about your games, with"}},
	"SET OPEN DATA":                         {as: "V", says: []string{"Researchers may have your public games when they are over"}},
	"SET NO OPEN DATA":                      {as: "V", says: []string{"Researchers get none of your games from now on."}},
	"SET NO REMINDERS":                      {as: "V", says: []string{"except reminders before deadlines"}},
	"SET REMINDERS":                         {as: "V", before: "SET NO REMINDERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO RESULT LETTERS":                 {as: "V", says: []string{"except results"}},
	"SET RESULT LETTERS":                    {as: "V", before: "SET NO RESULT LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO MESSAGE LETTERS":                {as: "V", says: []string{"except messages from players"}},
	"SET MESSAGE LETTERS":                   {as: "V", before: "SET NO MESSAGE LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO VOTE LETTERS":                   {as: "V", says: []string{"except votes"}},
	"SET VOTE LETTERS":                      {as: "V", before: "SET NO VOTE LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO GAME START LETTERS":             {as: "V", says: []string{"except the beginning of games"}},
	"SET GAME START LETTERS":                {as: "V", before: "SET NO GAME START LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO COMMENT LETTERS":                {as: "V", says: []string{"except comments on games that are over"}},
	"SET COMMENT LETTERS":                   {as: "V", before: "SET NO COMMENT LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET NO OTHER LETTERS":                  {as: "V", says: []string{"except other notices"}},
	"SET OTHER LETTERS":                     {as: "V", before: "SET NO OTHER LETTERS", says: []string{"You get all e-mail about your games, with"}},
	"SET QUIET HOURS from until":            {as: "V", says: []string{"Nothing that can wait is sent between 22:00 and 07:30."}},
	"SET NO QUIET HOURS":                    {as: "V", says: []string{"You get all e-mail about your games"}},
	"SET DAILY LETTER [time]":               {as: "V", says: []string{"What can wait is one e-mail a day, at 18:00."}},
	"SET NO DAILY LETTER":                   {as: "V", says: []string{"You get all e-mail about your games"}},
	"SET NO IDLE NOTICES":                   {as: "V", says: []string{"except notices that a game is still waiting"}},
	"SET IDLE NOTICES":                      {as: "V", before: "SET NO IDLE NOTICES", says: []string{"You get all e-mail about your games, with"}},
	"SET PLAIN LETTERS":                     {as: "V", says: []string{"as plain text"}},
	"SET FULL LETTERS":                      {as: "V", before: "SET PLAIN LETTERS", says: []string{"with pictures and appointments"}},
	"SET CLASSIC REPORTS":                   {as: "V", says: []string{"Results come as the classic report"}},
	"SET NO CLASSIC REPORTS":                {as: "V", before: "SET CLASSIC REPORTS", says: []string{"You get all e-mail about your games, with"}},

	"SET DRAW":                 {as: "V", says: []string{"You vote for a draw in this phase."}},
	"SET DRAW among":           {as: "V", master: "SET NO DIAS", says: []string{"You vote for a draw among Florence, France and Venice."}},
	"SET NO DRAW":              {as: "V", before: "SET DRAW", says: []string{"Your vote is withdrawn."}},
	"SET CONCEDE [TO] concede": {as: "I", says: []string{"You vote to concede the game to Venice"}},
	"SET NO CONCEDE":           {as: "I", before: "SET CONCEDE V", says: []string{"Your vote is withdrawn."}},
	"SET AGREE motion":         {as: "V", at: alone, says: []string{"1 of 4 players agree."}},
	"SET NO AGREE motion":      {as: "V", at: alone, before: "SET AGREE LATER", says: []string{"0 of 4 players agree."}},
	"SET OPEN PRESS":           {as: "V", at: drawn, says: []string{"1 of 4 players agree"}},
	"SET NO OPEN PRESS":        {as: "V", at: drawn, before: "SET OPEN PRESS", says: []string{"0 of 4 players agree"}},

	"BECOME power":  {says: []string{"You now write as Milan. The player gets a copy."}},
	"PROCESS phase": {says: []string{"Spring 1454, orders: resolved"}, told: []string{"A quiet phase."}},
	"ROLLBACK [number] [phase] [BECAUSE why]": {before: "PROCESS SPRING 1454 ORDERS", says: []string{"The game is back at the beginning of Spring 1454, orders."}, told: []string{"Reason: Milan's orders were lost"}},
	"PREDICT":                           {says: []string{"Prediction", "Spring 1454, orders, by all orders that are in."}},
	"EJECT account":                     {says: []string{"Milan has lost its player."}},
	"PROMOTE account":                   {at: observed, says: []string{"marco@example.org is now a master of the game."}},
	"PAUSE":                             {says: []string{"The game is paused."}, told: []string{"paused"}},
	"RESUME":                            {before: "PAUSE", says: []string{"The game is resumed."}},
	"TERMINATE":                         {says: []string{"The game is terminated."}},
	"START":                             {at: waiting, says: []string{"The game begins."}},
	"FORCE BEGIN":                       {at: waiting, says: []string{"The game begins."}},
	"FORCE BEGIN BOTS [bots]":           {at: waiting, before: "SET BOTS", says: []string{"The game begins, with computer players in the empty seats. Their strength: Easy."}},
	"BOT seat [bot]":                    {before: "SET BOTS\nEJECT MILAN", says: []string{"Milan is held by a computer player now."}},
	"NO BOT seat":                       {before: "SET BOTS\nEJECT MILAN\nBOT MILAN", says: []string{"Milan is no longer played by a computer player."}},
	"UNSTART":                           {says: []string{"The start is undone"}},
	"EDIT statement [BECAUSE reason]":   {says: []string{"Made, together with the corrections below.", "Gone: the Milanese army in Pavia.", "Treasury of Milan: 12 ducats"}, told: []string{"Reason: the letter of Milan was lost"}},
	"SET ROLL roll value [BECAUSE why]": {before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 7; everyone is notified."}, told: []string{"famine row"}},
	"SET NOT APPROVED powers":           {says: []string{"Nobody waits for your approval"}, fails: true},
	"SET APPROVED powers":               {at: applied, says: []string{"Approved: Venice and France."}},
	"SET MOVES|RETREATS|ADJUSTS item value ...": {before: "SET MOVES NEXT 95", says: []string{"Moves: at least 71 hours; deadlines fall at 23:30"}},
	"SET DEADLINE deadline":                     {says: []string{"The deadline is Fri 27 Nov 2026, 23:30 UTC."}, told: []string{"Fri 27 Nov 2026, 23:30"}},
	"SET DEADLINE NORMAL": {
		as: "@", before: "SET DEADLINE Nov 27 23:30",
		says: []string{"The phase has its usual times again."},
	},
	"SET GRACE grace":                 {says: []string{"The grace period ends Fri 4 Dec 2026, 23:30 UTC."}},
	"SET START start":                 {says: []string{"Nothing is resolved before Fri 27 Nov 2026, 12:00 UTC."}},
	"SET [NO] NMR":                    {says: []string{"NMR: on (was off)"}},
	"SET [NO] STRICT GRACE":           {says: []string{"Strict grace: on (was off)"}},
	"SET [NO] STRICT WAIT":            {says: []string{"Strict wait: on (was off)"}},
	"SET [NO] MUSTER":                 {says: []string{"Muster: on (was off)"}},
	"SET MUSTER TIME n":               {says: []string{"Time to confirm: 1440 minutes (was 0 minutes)"}},
	"SET [NO] LATE COUNT":             {says: []string{"Late count: on (was off)"}},
	"SET MAX ABSENCE n":               {before: "SET MAX ABSENCE 3", says: []string{"Max absence: 15 days (was 3 days)"}},
	"SET EXTENSION n":                 {says: []string{"Automatic extension: 24 hours (was 0 hours)"}},
	"SET MANUAL START|AUTO START":     {says: []string{"Manual start: on (was off)"}},
	"SET MANUAL PROCESS|AUTO PROCESS": {says: []string{"Manual process: on (was off)"}},

	"SET [NO] LIST":                    {before: "SET NO LIST", says: []string{"List: on (was off)"}},
	"SET COMMENT text":                 {says: []string{"Comment: A slow game for old friends (was none)"}},
	"SET COMMENT BEGIN ... ENDCOMMENT": {says: []string{"House rules: changed"}},
	"SET [NO] MODERATED":               {before: "SET UNMODERATED", says: []string{"oderated"}},
	"SET [NO] GUNBOAT":                 {at: made, says: []string{"Gunboat: on (was off)"}},
	"SET [NO] QUIET":                   {says: []string{"Quiet: on (was off)"}},
	"SET [NO] REVEAL":                  {before: "SET NO REVEAL", says: []string{"Reveal: on (was off)"}},
	"SET [NO] SECRET":                  {says: []string{"Secret: on (was off)"}},
	"SET [NO] RATED":                   {before: "SET UNRATED", says: []string{"Rated: on (was off)"}},
	"SET [NO] RESUME":                  {before: "SET RESUME", says: []string{"Players may resume: off (was on)"}},
	"SET [NO] DIAS":                    {before: "SET NO DIAS", says: []string{"(DIAS): on (was off)"}},
	"SET [NO] HIDE VOTES":              {says: []string{"Hidden votes: on (was off)"}},
	"SET [NO] CONCESSIONS":             {says: []string{"Concessions: off (was on)"}},
	"SET [NO] APPROVAL":                {says: []string{"Approval: on (was off)"}},
	"SET [NO] BOT PRESS":               {says: []string{"Computer players talk: on (was off)"}},
	"SET [NO] BOTS":                    {says: []string{"Computer players: on (was off)"}},
	"SET [NO] PROGRAMS":                {says: []string{"Programs: on (was off)"}},
	"SET NO COACH|COACH":               {says: []string{"No coach: on (was off)"}},
	"SET [NO] INVITES":                 {says: []string{"Players invite: on (was off)"}},
	"SET [NO] INVITED ONLY":            {says: []string{"Only by invitation: on (was off)"}},
	"SET [NO] FRIENDS ONLY":            {says: []string{"Only for friends: on (was off)"}},
	"SET PRFLIST|PRFBOTH|PRFRAND":      {at: made, before: "SET PRFRAND", says: []string{"Preferences: by the players' wishes (was at random)"}},
	"SET PLAYERS n":                    {at: made, says: []string{"Variant: B-5 (was B-8)", "Players: 5 (was 8)"}},
	"SET POWERS n":                     {at: made, says: []string{"Variant: B-6 (was B-8)", "Players: 6 (was 8)"}},
	"SET VARIANT name":                 {at: made, says: []string{"Scenario: The Expansion of States (was The Balance of Power)"}},
	"SET NOT VARIANT option":           {at: made, before: "SET VARIANT gunboat", says: []string{"Gunboat: off (was on)"}},
	"SET RELIABILITY n":                {says: []string{"Reliability needed: 80% (was 0%)"}},
	"SET ONTIMERAT x":                  {says: []string{"Reliability needed: 90% (was 0%)"}},
	"SET ALLOW PLAYER [-]address":      {says: []string{"Who may join: changed"}},
	"SET DENY PLAYER [-]address":       {before: "SET DENY PLAYER marco@example.org", says: []string{"Who may not join: changed"}},

	"SET WHITE":                              {before: "SET GREY", says: []string{"Press: messages name their sender (was messages never name their sender)"}},
	"SET GREY":                               {says: []string{"Press: messages never name their sender (was messages name their sender)"}},
	"SET WHITE/GREY":                         {says: []string{"Press: messages name their sender, unless the sender prefers not to (was messages name their sender)"}},
	"SET GREY/WHITE":                         {says: []string{"Press: messages do not name their sender, unless the sender wants to be named (was messages name their sender)"}},
	"SET NO PRESS":                           {says: []string{"Press: no messages (was messages name their sender)"}},
	"SET [NO] PARTIAL":                       {says: []string{"Partial press: off (was on)"}},
	"SET NO FAKE":                            {before: "SET PARTIAL MAY", says: []string{"Faked press: always the truth (was whatever the sender likes)"}},
	"SET PARTIAL MAY [BE FAKED]":             {says: []string{"Faked press: whatever the sender likes (was always the truth)"}},
	"SET PARTIAL FAKES [BROADCAST]":          {says: []string{"Faked press: always that it goes to everyone (was always the truth)"}},
	"SET PARTIAL FAKES BROADCAST BY DEFAULT": {says: []string{"Faked press: that it goes to everyone, unless the sender chooses the truth (was always the truth)"}},
	"SET OBSERVER ANY|WHITE|NO":              {says: []string{"Press of observers: can write to everyone, by name (was can write like players)"}},
	"SET [NO] LATE PRESS":                    {says: []string{"Late press: off (was on)"}},
	"SET [NO] GRACE PRESS":                   {says: []string{"Grace press: off (was on)"}},
	"SET [NO] MINOR PRESS":                   {says: []string{"Minor press: off (was on)"}},
	"SET [NO] BLANK PRESS":                   {says: []string{"Blank press: on (was off)"}},
	"SET [NO] MUST ORDER":                    {says: []string{"Must order: on (was off)"}},
	"SET [NO] TOUCH PRESS":                   {says: []string{"Touch press: on (was off)"}},
	"SET [NO] WATCH ALL PRESS":               {says: []string{"Watch all press: on (was off)"}},
	"SET [NO] POSTAL PRESS":                  {says: []string{"Postal press: on (was off)"}},

	"SET OPTION name value":              {says: []string{"treasury-visibility: hidden (was open)"}},
	"SET BASIC|ADVANCED":                 {says: []string{"money: off (was on)", "dice: off (was on)"}},
	"SET [NO] MACH2":                     {at: made, says: []string{"Edition: machiavelli-1995 (was njudge-classic)"}},
	"SET CITIES n":                       {before: "SET CITIES 12", says: []string{"victory-cities: 15 (was 12)"}},
	"SET VICTORY HOMES n":                {says: []string{"victory-homes: foreign-2 (was formula)"}},
	"SET [NO] SUMMER":                    {says: []string{"seasons-per-year: 2 (was 3)"}},
	"SET [NO] MONEY":                     {says: []string{"money: off (was on)", "bank-loans: off", "assassinations: off", "special-units: off"}},
	"SET [NO] DICE":                      {says: []string{"dice: off (was on)", "famine: off", "assassinations: off"}},
	"SET [NO] LOANS":                     {before: "SET NO LOANS", says: []string{"bank-loans: on (was off)"}},
	"SET [NO] FAMINE":                    {before: "SET NO FAMINE", says: []string{"famine: on (was off)"}},
	"SET [NO] PLAGUE":                    {says: []string{"plague: on (was off)"}},
	"SET [NO] STORMS":                    {says: []string{"storms: on (was off)"}},
	"SET [NO] ASSASSINATIONS":            {says: []string{"assassinations: off (was on)"}},
	"SET [NO] GARRISONS":                 {says: []string{"garrisons: off (was on)"}},
	"SET [NO] SPECIAL":                   {before: "SET NO SPECIAL", says: []string{"special-units: on (was off)"}},
	"SET [NO] FORTRESSES":                {before: "SET NO FORTS", says: []string{"fortresses: on (was off)"}},
	"SET [NO] ADJACENCY":                 {before: "SET NO ADJACENCY", says: []string{"bribe-adjacency: own-units (was off)", "counter-bribe-adjacency: yes (was no)", "province-expense-adjacency: yes (was no)"}},
	"SET [NO] COASTAL CONVOYS":           {before: "SET NO COASTAL CONVOYS", says: []string{"coastal-convoys: on (was off)"}},
	"SET [NO] DISBAND":                   {says: []string{"disband-orders: on (was off)"}},
	"SET [NO] HIDDEN TREASURY":           {says: []string{"treasury-visibility: hidden (was open)"}},
	"SET ADJUST DEFAULT MAINTAIN|REMOVE": {before: "SET ADJUST DEFAULT REMOVE", says: []string{"unordered-unit-in-winter: maintain (was disband)"}},

	"WHOGAME game":                       {as: "nobody", says: []string{"stay private"}},
	"SET [NO] SHOW":                      {says: []string{"Everyone is always notified who changed a setting."}},
	"SET RESRAT x":                       {says: []string{"SET RELIABILITY 80"}},
	"SET [NO] AUTO DISBAND":              {says: []string{"Dislodged units may always retreat"}},
	"SET [NO] INCLUDE OWN HOME":          {says: []string{"SET OPTION victory-all-own-home-cities"}},
	"SET SEED number":                    {says: []string{"SET ROLL sets a single roll"}},
	"SET ALLOW|DENY MASTER [-]address":   {says: []string{"Every registered player can create games"}},
	"SET ACCESS ...":                     {says: []string{"does not record where players live"}},
	"SET LEVEL ...":                      {says: []string{"Players no longer have levels"}},
	"SET [NO] PROXY":                     {says: []string{"units cannot be lent"}},
	"SET [NO] AUTO CREATE":               {says: []string{"nothing was changed"}},
	"settings of Diplomacy games":        {says: []string{"This setting has no effect in Machiavelli games."}},
	"ADJUST, RECORD, FIX ID, NO CONTROL": {says: []string{"Nothing was changed."}},
}

// TestReferenceExamples sends every example of the reference, as printed in docs/mail-commands.md,
// and reads the answer. Only examples with fails set may be refused.
func TestReferenceExamples(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range command.Reference() {
		seen[e.Syntax] = true
		t.Run(e.Syntax, func(t *testing.T) {
			x, ok := examples[e.Syntax]
			if !ok || len(x.says) == 0 {
				t.Fatalf("nothing says what the answer to this is:\n%s", e.Example)
			}
			x.check(t, e)
		})
	}
	for syntax := range examples {
		if !seen[syntax] {
			t.Errorf("the reference has no %s", syntax)
		}
	}
}

// people maps the letters of powers to the senders of examples.
var people = map[string]string{"": "maestro", "master": "maestro", "I": "anna", "V": "marco", "@": "bianca", "new": "dante", "nobody": "stranger"}

func (x *example) check(t *testing.T, e command.Entry) {
	at := x.at
	if at == nil {
		at = medici
	}
	h := at(t)
	if x.as == "nobody" && !x.fails {
		h.vouch("example.org")
	}
	signon := func(letter string) string { return "SIGNON " + letter + "medici " + secret + "\n" }
	if x.master != "" {
		never(t, h.ask("maestro@example.org", signon("M")+x.master), "ERROR")
	}
	body := e.Example + "\n"
	if x.before != "" {
		body = x.before + "\n" + body
	}
	switch {
	case x.as == "":
		body = signon("M") + body
	case len(x.as) == 1 && e.When != "before":
		body = signon(x.as) + body
	}
	h.box.take("")
	from := people[x.as] + "@example.org"
	answers := h.send(from, "judge@podesta.example", "orders", body)
	var got *parcel
	for _, p := range answers {
		if p.to[0] == from && p.as == "auto-replied" {
			got = p
		}
	}
	if got == nil {
		t.Fatalf("no answer to\n%s", body)
	}
	text := strings.Join(strings.Fields(got.text), " ")
	for _, want := range x.says {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in the answer to\n%s\n%s", want, body, got.text)
		}
	}
	if strings.Contains(text, "ERROR") != x.fails {
		t.Errorf("refused or not: want %v in the answer to\n%s\n%s", x.fails, body, got.text)
	}
	if strings.HasPrefix(e.Example, "MAP") && !strings.HasPrefix(string(got.png), "\x89PNG") {
		t.Error("no map in the e-mail")
	}
	if len(x.told) == 0 {
		return
	}
	all := ""
	for _, p := range h.box.take("marco@example.org") {
		all += p.text
	}
	for _, want := range x.told {
		if !strings.Contains(strings.Join(strings.Fields(all), " "), want) {
			t.Errorf("%q is missing in what Venice got:\n%s", want, all)
		}
	}
}

// kitchen caches houses in states from which several tests start. Each state is prepared only once.
var kitchen struct {
	mu   sync.Mutex
	dirs map[string]string
}

// cooked returns a house in the state that prepare creates, with a cached copy if there is one.
func cooked(t *testing.T, name string, prepare func(*house)) *house {
	t.Helper()
	kitchen.mu.Lock()
	defer kitchen.mu.Unlock()
	if kitchen.dirs == nil {
		kitchen.dirs = map[string]string{}
	}
	if kitchen.dirs[name] == "" {
		dir, err := os.MkdirTemp("", "podesta-post")
		if err != nil {
			t.Fatal(err)
		}
		kitchen.dirs[name] = dir
		h := houseIn(t, dir)
		prepare(h)
		h.post()
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(kitchen.dirs[name])); err != nil {
		t.Fatal(err)
	}
	h := houseIn(t, dir)
	return h
}

// empty returns a house without games, with the people of the examples.
func empty(t *testing.T) *house {
	return cooked(t, "empty", func(h *house) { h.cast() })
}

// cast registers the people of the examples.
func (h *house) cast() {
	for _, name := range []string{"Maestro", "Anna", "Marco", "Dante", "Bianca"} {
		h.account(name, secret)
	}
	b, err := h.Users.AccountByEmail(ctx, "bianca@example.org")
	if err == nil {
		err = h.Users.SetOperator(ctx, b.ID, true)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// host creates the game medici, with Maestro as its master.
func (h *house) host(n lobby.NewGame, change func(*hosting.Hosting)) *game.Game {
	h.t.Helper()
	if _, err := h.Users.AccountByEmail(ctx, "maestro@example.org"); err != nil {
		h.cast()
	}
	how := hosting.Default()
	how.Listed = true
	if change != nil {
		change(&how)
	}
	a, err := h.Users.AccountByEmail(ctx, "maestro@example.org")
	if err != nil {
		h.t.Fatal(err)
	}
	n.Name = "medici"
	g, err := h.Lobby.Host(ctx, a.ID, n, how)
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

// made returns a house with the game medici, which no one has joined.
func made(t *testing.T) *house {
	return cooked(t, "made", func(h *house) { h.host(lobby.NewGame{Scenario: "B"}, nil) })
}

// gunboatForms returns a house like that of the function made, but its game hides the players.
func gunboatForms(t *testing.T) *house {
	return cooked(t, "gunboat", func(h *house) {
		h.host(lobby.NewGame{Scenario: "B", Variant: "B-8"}, func(x *hosting.Hosting) { x.Gunboat = true })
	})
}

// fill makes players join a game. Each receives the power of their letter.
func (h *house) fill(g *game.Game, letters string) {
	h.t.Helper()
	for _, l := range letters {
		name := people[string(l)]
		if name == "" {
			name = "player" + string(l)
			h.account("Player"+string(l), "")
		}
		a, err := h.Users.AccountByEmail(ctx, strings.ToLower(name)+"@example.org")
		if err == nil {
			err = h.Lobby.Join(ctx, g.ID, a.ID, string(l))
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

// medici returns a house with the running game medici of eight: Anna plays
// Milan and Marco Venice.
func medici(t *testing.T) *house {
	return cooked(t, "medici", func(h *house) { h.fill(h.host(lobby.NewGame{Scenario: "B", Variant: "B-8"}, nil), "IVLPNTAF") })
}

// waiting returns a house with a full game that waits for its master to begin it.
func waiting(t *testing.T) *house {
	return cooked(t, "waiting", func(h *house) {
		h.fill(h.host(lobby.NewGame{Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.ManualStart = true }), "IVNL")
	})
}

// observed returns a house with a game that Marco observes.
func observed(t *testing.T) *house {
	return cooked(t, "observed", func(h *house) {
		g := h.host(lobby.NewGame{Scenario: "B"}, nil)
		a, err := h.Users.AccountByEmail(ctx, "marco@example.org")
		if err == nil {
			err = h.Lobby.Observe(ctx, g.ID, a.ID)
		}
		if err != nil {
			h.t.Fatal(err)
		}
	})
}

// applied returns a house with a game in which Venice and France have no players and others have
// applied for them.
func applied(t *testing.T) *house {
	return cooked(t, "applied", func(h *house) {
		g := h.host(lobby.NewGame{Scenario: "B", Variant: "B-8"}, func(x *hosting.Hosting) { x.Approval = true })
		h.fill(g, "IVLPNTAF")
		g, err := h.Base.Game(ctx, g.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		for letter, name := range map[string]string{"V": "dante", "F": "bianca"} {
			p, _ := g.Setting.Powers.ByLetter(letter[0])
			seat := 0
			for i, powers := range g.Setting.Seats {
				if slices.Contains(powers, p) {
					seat = i + 1
				}
			}
			a, err := h.Users.AccountByEmail(ctx, name+"@example.org")
			if err == nil {
				err = h.Lobby.Eject(ctx, g.ID, game.Role{Master: true}, seat, "")
			}
			if err == nil {
				err = h.Lobby.TakeOver(ctx, g.ID, a.ID, seat)
			}
			if err != nil {
				h.t.Fatal(letter, err)
			}
		}
	})
}

// drawn returns a house with a game that has ended in a draw.
func drawn(t *testing.T) *house {
	return cooked(t, "drawn", func(h *house) {
		playAlone(h)
		g, err := h.Base.FindGame(ctx, "medici")
		for seat := 1; seat <= 4 && err == nil; seat++ {
			err = h.Judge.Clock.Vote(ctx, g.ID, game.Role{Seat: seat, Player: true}, seat, game.Ballot{Draw: true})
		}
		if err != nil {
			h.t.Fatal(err)
		}
	})
}

// alone returns a house with a running game of four players without a master.
func alone(t *testing.T) *house { return cooked(t, "alone", playAlone) }

func playAlone(h *house) {
	h.cast()
	a, err := h.Users.AccountByEmail(ctx, "anna@example.org")
	if err != nil {
		h.t.Fatal(err)
	}
	g, err := h.Lobby.Host(ctx, a.ID, lobby.NewGame{Name: "medici", Scenario: "A", Variant: "A-4", Plays: true, Wishes: "I"}, hosting.Default())
	if err != nil {
		h.t.Fatal(err)
	}
	h.fill(g, "VNL")
}
