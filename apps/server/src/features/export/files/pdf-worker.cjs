// Runs in a separate thread, because the layout of a long table takes seconds. The thread receives plain values, and
// creates the functions (page numbers, lines) itself.
const { parentPort, workerData } = require('node:worker_threads');
const { createRequire } = require('node:module');

const { from, document, letters, pageWords } = workerData;
const near = createRequire(from);
const pdfmake = near('pdfmake');
const fonts = { ...near('pdfmake/fonts/Roboto.js') };
const { readFile } = require('node:fs/promises');

// The document's words come from users. They must not make this thread fetch or open anything except its fonts.
const own = new Set(Object.values(fonts.Roboto));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => own.has(path));
pdfmake.setTableLayouts({
  list: {
    hLineWidth: (line, { table }) => (line === 0 || line === table.body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: (line, { table }) => (line > 0 && line === table.headerRows ? '#8c8c8c' : '#e0e0e0'),
    fillColor: (row, { table }) => (row < table.headerRows ? '#f0f0f0' : null),
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
});

const footer = (page, pages) => ({
  text: pageWords.replace('{{page}}', page).replace('{{pages}}', pages),
  alignment: 'right',
  margin: [28, 8, 28, 0],
  fontSize: 7,
  color: '#595959',
});

/** Reduces a font to the letters that are written with it, because a font for Chinese characters is very large. */
async function cut({ name, file, letters }) {
  const subset = near('subset-font');
  const { create } = near('fontkit');
  const whole = await readFile(file);
  const [normal, bold] = await Promise.all(
    [400, 700].map(async (wght) => {
      const path = `${name} ${wght}`;
      const bytes = await subset(whole, letters, { targetFormat: 'truetype', variationAxes: { wght } });
      // A file without any of the letters would stop the whole print.
      if (!create(bytes).cmap.tables.length) return fonts.Roboto.normal;
      own.add(path);
      pdfmake.virtualfs.writeFileSync(path, bytes);
      return path;
    }),
  );
  fonts[name] = { normal, bold, italics: normal, bolditalics: bold };
}

// Letters that cannot be cut are shown as boxes. Other failures end the thread, and its parent receives the error.
void Promise.all(letters.map((one) => cut(one).catch(() => (fonts[one.name] = fonts.Roboto))))
  .then(() => {
    pdfmake.setFonts(fonts);
    return pdfmake.createPdf({ ...document, footer }).getBuffer();
  })
  .then((bytes) => parentPort.postMessage(bytes));
