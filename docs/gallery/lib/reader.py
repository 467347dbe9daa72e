"""The reader of the pictures: the times of messages on a clock in the east of North America in summer."""

import re
from datetime import datetime, timedelta, timezone

ZONE = timezone(timedelta(hours=-4))
# The morning on which the digest arrives, and the evening of the notice, which belong to no game.
MORNING = datetime(2026, 7, 14, 8, 0, tzinfo=ZONE)
EVENING = datetime(2026, 7, 13, 21, 0, tzinfo=ZONE)

# Slack's names for dates in a message.
SLACK = {"{time}": "%-I:%M %p", "{date_short}": "%b %-d, %Y", "{date}": "%B %-d, %Y", "{date_long}": "%A, %B %-d, %Y",
         "{date_num}": "%Y-%m-%d", "{time_secs}": "%-I:%M:%S %p"}
DISCORD = {"t": "%-I:%M %p", "T": "%-I:%M:%S %p", "d": "%-m/%-d/%y", "D": "%B %-d, %Y", "f": "%B %-d, %Y at %-I:%M %p",
           "F": "%A, %B %-d, %Y at %-I:%M %p"}


class Reader:
    """Looks at a message at the time at which it arrives."""

    def __init__(self, now):
        self.now = now

    def discord(self, seconds, style):
        """Returns the text of `<t:SECONDS:STYLE>`."""
        moment = datetime.fromtimestamp(seconds, ZONE)
        if style == "R":
            hours, minutes = divmod(round(abs((self.now - moment).total_seconds()) / 60), 60)
            many = lambda count, unit: f"{count} {unit}{'s' * (count != 1)}"
            amount = many(hours, "hour") if hours else many(minutes, "minute")
            return f"{amount} ago" if moment <= self.now else f"in {amount}"
        return moment.strftime(DISCORD[style])

    def slack(self, seconds, form):
        """Returns the text of `<!date^SECONDS^FORM|…>`. Fails on a name that is not in the table."""
        moment = datetime.fromtimestamp(seconds, ZONE)
        return re.sub(r"\{\w+\}", lambda found: moment.strftime(SLACK[found.group()]), form)

    def calendar(self, moment):
        """Returns a time as Discord shows it beside a message: `Today at 8:52 PM`."""
        moment = moment.astimezone(ZONE)
        days = (self.now.date() - moment.date()).days
        day = {0: "Today at", 1: "Yesterday at"}.get(days)
        return f"{day} {short(moment)}" if day else moment.strftime("%-m/%-d/%y, %-I:%M %p")


def parsed(stamp):
    return datetime.fromisoformat(stamp.replace("Z", "+00:00")).astimezone(ZONE)


def short(moment):
    """Returns `8:52 PM`."""
    return moment.astimezone(ZONE).strftime("%-I:%M %p")
