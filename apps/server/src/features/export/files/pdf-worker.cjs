// Runs in a thread of its own: laying out a long table takes seconds in which a server must go on answering. Gets its data
// as plain values; what has to be a function (page numbers, lines) is made here.
const { parentPort, workerData } = require('node:worker_threads');
const { createRequire } = require('node:module');

const { from, document, pageWords } = workerData;
const near = createRequire(from);
const pdfmake = near('pdfmake');
const fonts = near('pdfmake/fonts/Roboto.js');

// The document's words come from people: nothing in them may make this thread fetch or open anything but its own letters.
const own = new Set(Object.values(fonts.Roboto));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => own.has(path));
pdfmake.setFonts(fonts);
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

pdfmake
  .createPdf({ ...document, footer })
  .getBuffer()
  .then((bytes) => parentPort.postMessage(bytes));
