import type { EffectiveQuoteStatus } from '@darkroom/domain/quote/transitions';

/** A quote of the demo with its request. */
export interface DemoQuote {
  cus1: string;
  subject: string;
  description: string;
  standing: EffectiveQuoteStatus;
  /** Working days since the request. For an accepted quote, the job decides. */
  ago: number;
  note: string;
  /** Pieces of each line, and its price as a share of the customer's own. */
  lines: readonly (readonly [quantity: number, part: number])[];
  reason?: string;
}

/** A quote in every status, most of them of the customer of the printed sign-in. */
export const QUOTES: readonly DemoQuote[] = [
  {
    cus1: 'Lumen Sydney',
    subject: 'Spring campaign, 120 exteriors',
    description: 'Twelve houses in spring, ten exteriors each. What would it cost, and by when?',
    standing: 'ACCEPTED',
    ago: 9,
    note: 'Delivery three days after we receive your files.',
    lines: [],
  },
  {
    cus1: 'Lumen Sydney',
    subject: 'Archive of 2024 in the new look',
    description: 'About 900 finals of 2024, colours as in the new style guide.',
    standing: 'EXPIRED',
    ago: 12,
    note: 'We deliver in batches of 100, one batch per day.',
    lines: [[900, 0.85]],
  },
  {
    cus1: 'Lumen Sydney',
    subject: 'Floor plans for twelve units',
    description: 'Twelve units from hand sketches, black and white.',
    standing: 'DECLINED',
    ago: 6,
    note: 'Two rounds of changes are included.',
    lines: [[12, 1.2]],
    reason: 'Our agent draws them herself now.',
  },
  {
    cus1: 'Lumen Sydney',
    subject: 'Drone set of the marina',
    description: 'Forty drone images, horizon and haze.',
    standing: 'WITHDRAWN',
    ago: 4,
    note: '',
    lines: [[40, 1]],
    reason: 'We quoted for the wrong number of images. We apologize and will send you a new quote.',
  },
  {
    cus1: 'Lumen Sydney',
    subject: 'Open house weekend',
    description: 'Friday evening to Monday morning: 60 interiors and 20 twilight fronts.',
    standing: 'SENT',
    ago: 1,
    note: 'Delivery on Monday by 08:00. Weekend work is included.',
    lines: [
      [60, 1],
      [20, 1.1],
    ],
  },
  {
    cus1: 'PixelCart Fashion',
    subject: 'Lookbook of 200 pieces',
    description: 'Two hundred pieces on model, skin and background. A price for all of them?',
    standing: 'DRAFT',
    ago: 0.5,
    note: 'We first retouch one look as a sample for you.',
    lines: [
      [200, 0.8],
      [200, 1],
    ],
  },
];
