// Makes and plays a single elimination by brackets-manager, and prints its CPU milliseconds: node brackets.cjs 1024
const { BracketsManager } = require('brackets-manager');
const { InMemoryDatabase } = require('brackets-memory-db');

const spent = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1000; };

async function main(entries) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  let began = process.cpuUsage();
  const seeding = Array.from({ length: entries }, (_, n) => `Pair ${n + 1}`);
  await manager.create.stage({ name: 'Bracket', tournamentId: 0, type: 'single_elimination', seeding });
  const made = spent(began);
  const matches = await storage.select('match');
  began = process.cpuUsage();
  for (const { id } of matches)  // in the order of the rounds, so that each is ready when its turn comes
    await manager.update.match({ id, opponent1: { score: 3, result: 'win' }, opponent2: { score: 1 } });
  console.log(JSON.stringify({ made, updated: spent(began), matches: matches.length }));
}

main(Number(process.argv[2]));
