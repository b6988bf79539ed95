package gather

// stories are the shapes of what is told of a phase, as far as it is told often.
// A sentence stands here with a small letter and without its stop: T knows it with
// a capital and a stop too.
var stories = []string{
	"{1} does not come into {2}, {3} against {4} (supported by {5}): {6} stays there", "all units act at once: {1}",
	"{1} move bounces", "{1} moves bounce", "nothing changes hands", "{1} moves, {2} supports, {3} sieges", "{1} moves, {2} supports", "next phase", "Now", "the present", "done", "bounced", "cut", "void", "dislodged", "lost", "failed",
	"Moves", "Others follow", "Orders that came to nothing", "Sieges begin", "Conversions", "Nobody stands in their way.", "Now that the way is free.", "Austrian",
	"Florentine", "French", "Milanese", "Neapolitan", "Papal", "Turkish", "Venetian", "Genoese", "autonomous", "the Papacy", "the Turks", "the {1} army in {2}",
	"the {1} fleet in {2}", "the {1} garrison in {2}", "the {1} army", "the {1} fleet", "the {1} garrison", "the {1} army in {2} and the {3} army in {4}",
	"the {1} army in {2} and the {3} fleet in {4}", "the {1} fleet in {2} and the {3} army in {4}", "the {1} fleet in {2} and the {3} fleet in {4}", "{1}: Army {2}",
	"{1}: Fleet {2}", "{1}: Garrison {2}", "{1} advances to {2}", "{1} advances to {2}: {3}", "{1} advances to {2}, with a strength of {3}",
	"{1} advances to {2} by way of {3}", "{1} advances to {2} by way of {3}: {4}", "{1} supports {2}", "{1} supports {2}: {3}", "{1} supports {2} into {3}",
	"{1} supports {2} into {3}: {4}", "{1} supports what the {2} forces do in {3}", "{1} supports what the {2} forces do in {3}: {4}", "{1} carries {2} to {3}",
	"{1} carries {2} to {3}: {4}", "{1} converts to a garrison", "{1} converts to an army", "{1} converts to a fleet", "{1} converts to a garrison: {2}",
	"{1} converts to an army: {2}", "{1} converts to a fleet: {2}", "{1} besieges the city", "{1} besieges the city: {2}", "{1} lifts the siege", "{1} holds: {2}",
	"{1} holds", "bounced, {1} against {2}: {3} went there too", "bounced, {1} against {2}: {3} stayed there",
	"bounced, {1} against {2}: {3} stayed there, and no power drives out its own units", "bounced, {1} against {2}: {3} came the other way", "{1}; driven out of {2}",
	"{1}; driven out of {2} by {3}, which came with a strength of {4}", "driven out of {1}", "driven out of {1} by {2}, which came with a strength of {3}",
	"{1}, supported by {2}", "the support was cut: {1} attacked the unit", "the support was lost: {1} drove the unit out of {2}", "no army used this convoy",
	"no convoy: {1} was not ordered to carry it", "the convoy was broken: {1} was driven out", "{1} was ordered otherwise",
	"{1} does not come into {2}, {3} against {4}: {5} stays there", "{1} does not come into {2}, {3} against {4}: {5} stays there, and no power drives out its own units",
	"{1} meet in {2}, {3} against {4}: nobody comes in", "{1} drives {2} out of {3}, {4} against {5}", "{1} drives {2} out of {3}, {4} against {5} (supported by {6})",
	"{1} comes into {2}, {3} against {4} (supported by {5}); {6} wanted it too and bounces", "{1} is driven out by {2}; it can retreat to {3}",
	"{1} is driven out by {2}; it can retreat to {3} or {4}", "{1} takes {2} with its city from {3}", "{1} take {2} with its city from {3}", "{1} takes {2} from {3}",
	"{1} take {2} from {3}", "{1} gains {2} with its city", "{1} gains {2}", "{1} gain {2}", "{1} gains the city of {2}", "{1} loses {2}", "{1} takes {2}", "{1} take {2}",
	"{1} builds in {2}", "{1} builds an army in {2}", "{1} builds a fleet in {2}", "{1} builds a garrison in {2}", "{1} build an army in {2}", "{1} build a fleet in {2}",
	"{1} removes the army in {2}", "{1} removes the fleet in {2}", "{1} removes the garrison in {2}", "{1} maintains {2}", "{1} retreats to {2}", "{1} lays siege to {2}",
	"the siege of {1} is over: {2}", "the {1} garrison is starved out", "{1} is gone: {2}", "it starved", "its power is eliminated", "disbanded by its own order",
	"and {1} more", "it goes in with a strength of {1}, and nothing stands against it", "it goes in with {1} against {2}", "the support counts {1}",
	"{1} comes with {2}: {3}", "{1} stays with {2}: {3}", "{1} of its own and {2} by {3}", "{1} of its own", "{1} drove it out with a strength of {2}",
	"nobody's unit holds it", "the unit in the province, or where there is none the garrison, holds the land",
	"the garrison, or where there is none the unit outside, holds the city", "the place was open to it, and no other unit retreated there", "the die showed {1}",
	"die {1} of {2} showed {3}, worth {4} ducats", "die {1} of {2} showed {3}, worth {4} ducat", "{1} ducats in all, which makes {2} in the treasury",
	"{1} ducats from provinces", "{1} ducats from cities", "{1} ducats from fleets at sea", "{1} ducats were paid", "{1} ducats were paid for the {2}",
	"{1} ducats were due this campaign and in the treasury", "so {1} places are struck", "{1} at sea, {2} from provinces, {3} from cities and {4} by the dice ({5})",
}
