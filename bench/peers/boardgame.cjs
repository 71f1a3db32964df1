// Play noughts and crosses at random with boardgame.io. For every line of input, play one round and print the CPU time of
// a ply in microseconds (legal moves, choice, move); making the clients is not counted.
const readline = require("node:readline");
const { Client } = require("boardgame.io/client");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G, ctx }) => {
    const full = (line) => G.cells[line[0]] !== null && line.every((cell) => G.cells[cell] === G.cells[line[0]]);
    if (LINES.some(full)) return { winner: ctx.currentPlayer };
    return G.cells.includes(null) ? undefined : { draw: true };
  },
};

function round() {
  const clients = Array.from({ length: 150 }, () => Client({ game, numPlayers: 2, debug: false }));
  let plies = 0;
  const begun = process.cpuUsage();
  for (const client of clients) {
    for (let { G, ctx } = client.getState(); !ctx.gameover; { G, ctx } = client.getState()) {
      const free = [...G.cells.keys()].filter((cell) => G.cells[cell] === null);
      client.moves.mark(free[Math.floor(Math.random() * free.length)]);
      plies += 1;
    }
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / plies;
}

readline.createInterface({ input: process.stdin }).on("line", () => console.log(round().toFixed(2)));
