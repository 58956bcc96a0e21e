// `npm run bench` measures lists and steps, `-- load` open screens during work, `-- paint` the
// painting of lists, `-- isolation` a list during other load (docs/bench.md).
const [, , which] = process.argv;
if (which === 'load') await import('./bench-load.mjs');
else if (which === 'paint') await import('./bench-paint.mjs');
else {
  if (which === 'isolation') process.argv[2] = 'bench-isolation';
  else process.argv.splice(2, 0, 'bench');
  await import('./run.mjs');
}
