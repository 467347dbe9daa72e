// The loop of a chat bot as many are written: it asks for the whole feed of each game every ten seconds, parses it, and
// compares the plays with those it knew. The memory of this process is what the daemon's is measured beside.
//
//     node bot.js http://127.0.0.1:PORT GAMEPK...
const [base, ...games] = process.argv.slice(2);
const known = new Map();

async function poll(game) {
  const answer = await fetch(`${base}/api/v1.1/game/${game}/feed/live`);
  if (!answer.ok) return;
  const feed = await answer.json();
  const before = known.get(game)?.liveData.plays.allPlays ?? [];
  const news = feed.liveData.plays.allPlays.filter((play, i) => play.about.isComplete && !before[i]?.about.isComplete);
  for (const play of news) process.stdout.write(`${game} ${play.result.description}\n`);
  known.set(game, feed);
}

// Each game begins at its own instant, so that the requests are spread.
games.forEach((game, i) => {
  const begin = () => {
    poll(game).catch(() => {});
    setInterval(() => poll(game).catch(() => {}), 10_000);
  };
  setTimeout(begin, (i * 10_000) / games.length);
});
