// `npm run bench` measures lists and steps, `-- load` open screens during work, `-- paint` the painting of lists, `-- isolation` a list
// during other load, `-- replica` a list during files and reports from a hot standby (docs/bench.md).
const [, , which] = process.argv;
if (['load', 'paint', 'replica'].includes(which)) await import(`./bench-${which}.mjs`);
else {
  if (which === 'isolation') process.argv[2] = 'bench-isolation';
  else process.argv.splice(2, 0, 'bench');
  await import('./run.mjs');
}
