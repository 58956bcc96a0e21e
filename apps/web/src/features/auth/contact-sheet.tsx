const ROLLS = 6;
const FRAMES = 6;
const [WIDTH, HEIGHT, GAP, ROLL_GAP] = [84, 56, 8, 34];

/** Which frames somebody has marked with a grease pencil, and in which way. */
const PICKED = [
  { roll: 1, frame: 3 },
  { roll: 3, frame: 1 },
  { roll: 4, frame: 4 },
];

/** How light each picture is: a fixed, calm pattern, the same on every visit. */
const tone = (roll: number, frame: number): number => 0.1 + (((roll * 7 + frame * 5) % 9) / 9) * 0.22;

/** A contact sheet under the safelight: six strips of film, three frames chosen. Decoration only. */
export function ContactSheet() {
  const width = FRAMES * (WIDTH + GAP) + GAP;
  return (
    <svg viewBox={`0 0 ${width} ${ROLLS * (HEIGHT + ROLL_GAP)}`} preserveAspectRatio="xMidYMid slice">
      {Array.from({ length: ROLLS }, (_, roll) => (
        <g key={roll} transform={`translate(0 ${roll * (HEIGHT + ROLL_GAP)})`}>
          {Array.from({ length: FRAMES }, (_none, frame) => (
            <Frame key={frame} roll={roll} frame={frame} />
          ))}
        </g>
      ))}
      {PICKED.map(({ roll, frame }) => (
        <ellipse
          key={`${roll}-${frame}`}
          className="login-sheet-mark"
          cx={GAP + frame * (WIDTH + GAP) + WIDTH / 2}
          cy={roll * (HEIGHT + ROLL_GAP) + 16 + HEIGHT / 2}
          rx={WIDTH / 2 + 4}
          ry={HEIGHT / 2 + 7}
          transform={`rotate(${frame % 2 ? -4 : 3} ${GAP + frame * (WIDTH + GAP) + WIDTH / 2} ${roll * (HEIGHT + ROLL_GAP) + 16 + HEIGHT / 2})`}
        />
      ))}
    </svg>
  );
}

function Frame({ roll, frame }: { roll: number; frame: number }) {
  const x = GAP + frame * (WIDTH + GAP);
  const number = roll * FRAMES + frame + 1;
  return (
    <>
      <text x={x + 2} y={11} className="login-sheet-number">
        {number}
      </text>
      <text x={x + WIDTH / 2} y={11} className="login-sheet-number">
        {`${number}A`}
      </text>
      <rect x={x} y={16} width={WIDTH} height={HEIGHT} rx={1.5} fill="#fff" opacity={tone(roll, frame)} />
    </>
  );
}
