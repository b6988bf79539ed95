package doctor

import (
	"context"
	"errors"
	"net/http"

	"podesta/internal/notify/channel"
	"podesta/internal/notify/discord"
	"podesta/internal/notify/telegram"
)

// chats checks whether the bots on Telegram and Discord can be used.
func (x *examination) chats(ctx context.Context) {
	ctx, cancel := within(ctx)
	defer cancel()
	if x.c.Telegram.Token != "" {
		x.telegram(ctx)
	}
	if x.c.Discord.Application != "" {
		x.discord(ctx)
	}
}

func (x *examination) telegram(ctx context.Context) {
	const check = "Telegram"
	bot, err := telegram.New(x.c.Telegram.API, x.c.Telegram.Token)
	if err != nil {
		x.fail(check, plainly(err)+".", "Correct it.")
		return
	}
	bot.Client = &http.Client{Transport: x.HTTP, Timeout: patience}
	me, err := bot.Me(ctx)
	if err != nil {
		x.unanswered(check, err)
		return
	}
	if !x.c.Telegram.Commands {
		x.ok(check, "The bot is "+me.Name()+". It only sends messages (telegram.commands).")
		return
	}
	hook, err := bot.Webhook(ctx)
	switch {
	case err != nil:
		x.unanswered(check, err)
	case hook != "":
		x.fail(check, "What people write to the bot "+me.Name()+" goes to "+hook+", so the judge does not see it.", "Make a bot of the judge's own at @BotFather, or remove that webhook (deleteWebhook); or set telegram.commands to false.")
	default:
		x.ok(check, "The bot is "+me.Name()+". If that is not the judge's, set telegram.token to another one.")
	}
}

func (x *examination) discord(ctx context.Context) {
	const check = "Discord"
	d := x.c.Discord
	bot, err := discord.New(d.API, d.Application, d.PublicKey, d.Token, x.Now)
	if err != nil {
		x.fail(check, plainly(err)+".", "Correct it.")
		return
	}
	bot.Client = &http.Client{Transport: x.HTTP, Timeout: patience}
	if err := bot.Check(ctx); err != nil {
		x.unanswered(check, err)
		return
	}
	x.ok(check, "Application, key and token belong together. On the page of the application, the Interactions Endpoint URL must be "+x.c.PublicURL(x.c.Listen)+discord.Path+".")
}

// unanswered reports a service that does not answer, or that refuses the token.
func (x *examination) unanswered(check string, err error) {
	var f *channel.Failure
	if errors.As(err, &f) || errors.Is(err, context.DeadlineExceeded) {
		x.warn(check, plainly(err)+".", "See whether this machine can reach the service. Until then messages wait.")
		return
	}
	x.fail(check, plainly(err)+".", "Correct the token.")
}
