import css from './contact-sheet.module.css';

const STRIPS = 9;
const FRAMES = 6;
const [WIDTH, HEIGHT, GAP, STRIP] = [84, 56, 10, 86];
const EDGE = 15;

/** Frames marked with a grease pencil, as on a real contact sheet. */
const MARKED_FRAMES = [
  { strip: 1, frame: 4, tilt: -5 },
  { strip: 3, frame: 1, tilt: 4 },
  { strip: 4, frame: 3, tilt: -3 },
  { strip: 6, frame: 2, tilt: 5 },
];

// A fixed pattern, so that every visit shows the same sheet with series of one motif.
const patternValue = (strip: number, frame: number): number => (((strip * 6 + frame + 3) * 2654435761) % 97) % 17;

/** A contact sheet under the safelight, with a few frames marked. Decoration only. */
export function ContactSheet() {
  const width = FRAMES * (WIDTH + GAP) - GAP;
  return (
    <svg className={css.sheet} viewBox={`0 0 ${width} ${STRIPS * STRIP}`} preserveAspectRatio="xMidYMid slice">
      <Motifs />
      {Array.from({ length: STRIPS * FRAMES }, (_, index) => (
        <Frame key={index} strip={Math.floor(index / FRAMES)} frame={index % FRAMES} />
      ))}
      {MARKED_FRAMES.map(({ strip, frame, tilt }) => {
        const x = frame * (WIDTH + GAP) + WIDTH / 2;
        const y = strip * STRIP + EDGE + HEIGHT / 2;
        return (
          <path
            key={`${strip}-${frame}`}
            className={css.mark}
            transform={`translate(${x} ${y}) rotate(${tilt})`}
            d="M-38 -22C-20 -37 30 -36 44 -16C55 2 42 30 4 34C-34 37 -52 18 -47 -4C-43 -22 -18 -34 14 -33"
          />
        );
      })}
    </svg>
  );
}

function Frame({ strip, frame }: { strip: number; frame: number }) {
  const x = frame * (WIDTH + GAP);
  const y = strip * STRIP;
  const number = ((strip * FRAMES + frame) % 36) + 1;
  return (
    <g transform={`translate(${x} ${y})`}>
      <text x={1} y={10} className={css.number}>
        {number}
      </text>
      <text x={WIDTH / 2} y={10} className={css.number}>
        {`${number}A`}
      </text>
      <rect
        y={EDGE}
        width={WIDTH}
        height={HEIGHT}
        className={css.frame}
        fillOpacity={0.09 + patternValue(strip, frame) * 0.008}
      />
      <use
        href={`#motif-${patternValue(strip, frame) % 5}`}
        y={EDGE}
        width={WIDTH}
        height={HEIGHT}
        className={css.picture}
      />
    </g>
  );
}

/** Motifs that the bureau edits: a view, a face, a room, a product, a house. */
function Motifs() {
  const view = `0 0 ${WIDTH} ${HEIGHT}`;
  return (
    <defs>
      <symbol id="motif-0" viewBox={view}>
        <circle cx="60" cy="16" r="6" opacity=".5" />
        <path d="M0 40 24 22 40 34 56 26 84 42V56H0Z" opacity=".28" />
        <path d="M0 48 30 38 52 46 84 40V56H0Z" opacity=".3" />
      </symbol>
      <symbol id="motif-1" viewBox={view}>
        <circle cx="42" cy="23" r="11" opacity=".42" />
        <path d="M18 56C20 42 30 37 42 37S64 42 66 56Z" opacity=".3" />
      </symbol>
      <symbol id="motif-2" viewBox={view}>
        <path d="M10 8H36V34H10ZM48 8H74V34H48Z" opacity=".3" />
        <path d="M0 44H84V56H0Z" opacity=".22" />
        <path d="M28 38H60V46H28Z" opacity=".36" />
      </symbol>
      <symbol id="motif-3" viewBox={view}>
        <path d="M37 8H47V18C54 21 55 26 55 30V48H29V30C29 26 30 21 37 18Z" opacity=".38" />
        <path d="M0 48H84V56H0Z" opacity=".2" />
      </symbol>
      <symbol id="motif-4" viewBox={view}>
        <path d="M14 30 42 10 70 30V50H14Z" opacity=".3" />
        <path d="M36 50V36H48V50Z" opacity=".35" />
        <path d="M0 50H84V56H0Z" opacity=".24" />
      </symbol>
    </defs>
  );
}
