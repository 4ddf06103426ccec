/** Names of apps that are common words, too. Another text may mean the word. */
export const COMMON_NAMES = new Set(
	`account alarm album analytics archive assistant backup banking block board bookmark books browser
	budget calculator calendar camera canvas cards cart chat chess clock cloud coach code community
	compass connect contact contacts counter courses cycle daily dashboard data dates delivery device
	diary dictionary docs documents drive editor email events expense explore family files finance
	fitness focus folder food forms fresh friends gallery games garden goals guide habit habits health
	home invoice journal journey keyboard kitchen language launch learn legal library light list lists
	live local location mail manager maps market master meals memory menu messages messenger minutes
	money month movies music news note notebook notes notice offline office orders organizer outdoor
	pages paint paper parking partner password payments personal phone photo photos pilot planner
	player pocket podcast points policy post power practice privacy profile progress project projects
	purchase puzzle quick quiz radio reader recipe recipes recorder reminder reminders remote report
	routine running safety sample scanner schedule school score search secure security service services
	settings share shop shopping signal simple sleep smart social spaces sports status store stories
	story studio study style subscription support sync tasks team terms text time timer timetable today
	tools track tracker training translate translator travel trips update vault video videos voice
	wallet watch water weather website week wellness widget words work workout world writer
	apple google android firebase facebook instagram microsoft amazon openai stripe github`.split(
		/\s+/,
	),
);
