// Plays a game against Spinney from another language: a client of `spinney engine` (docs/engine.md) that picks its moves
// at random, in Node without any package.
//
//   node examples/engine-client.mjs [GAME] [SEAT] [SPINNEY]
//
// GAME is a game's spec, SEAT the seat that the client takes, SPINNEY the program.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [game = "scotland-yard-grid", seat, program = "spinney"] = process.argv.slice(2);
const engine = spawn(program, ["engine", game, "--time", "50ms", "--quiet"], { stdio: ["pipe", "pipe", "inherit"] });
const ask = (request) => engine.stdin.write(JSON.stringify(request) + "\n");

engine.on("error", (error) => {
  console.error(`cannot start ${program}: ${error.message}`);
  process.exit(1);
});
engine.on("exit", (code) => process.exit(code ?? 1));

for await (const line of createInterface({ input: engine.stdout })) {
  const reply = JSON.parse(line);
  switch (reply.is) {
    case "ready":
      ask({ do: "new", seats: seat ? { [seat]: "client" } : {} });
      break;
    case "started":
      console.log(`${reply.game}:`, reply.seats);
      break;
    case "turn": {
      const move = reply.moves[Math.floor(Math.random() * reply.moves.length)];
      console.log(`${reply.seat} plays ${move}`);
      ask({ do: "move", move, seat: reply.seat });
      break;
    }
    case "moved":
      console.log(`${reply.seat}: ${reply.observed}`);
      break;
    case "over":
      console.log("over:", reply.payoffs, `seed ${reply.seed}`);
      ask({ do: "quit" });
      break;
    case "error":
      console.error(reply.message);
      ask({ do: "quit" });
      break;
  }
}
