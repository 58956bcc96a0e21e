// `npm run bench` measures lists and steps, `npm run bench -- tilt` open screens while others work (docs/bench.md).
if (process.argv[2] === 'tilt') await import('./bench-tilt.mjs');
else {
  process.argv.splice(2, 0, 'bench');
  await import('./run.mjs');
}
