import type { Database } from '../db/connect.ts';
import type { Clients } from './customers.ts';
import type { Random } from './random.ts';
import { DAY_LENGTH, type WorkTime } from './work-time.ts';

type Row = readonly [
  type: 'ADDITIONAL_REQUESTS' | 'MODIFICATION_REQUESTS' | 'CHANGE_REQUESTS' | 'FAULTS' | 'QUOTES',
  status: 'NEED_REVIEW' | 'TODO' | 'PROCESSING' | 'DONE',
  cus1: string,
  subject: string,
  description: string,
  reply?: string,
];

/** What customers wrote in, oldest first. */
const REQUESTS: readonly Row[] = [
  ['QUOTES', 'DONE', 'Lumen Sydney', 'Twilight package', 'Price for day to dusk on 40 fronts a month?', 'Quote sent.'],
  ['MODIFICATION_REQUESTS', 'DONE', 'PixelCart Fashion', 'Square crops', 'Please crop 1:1 for the app.', 'Done.'],
  [
    'FAULTS',
    'DONE',
    'North Light Oslo',
    'Green lawn in winter',
    'The lawn in image 6 is too green for March.',
    'Mended.',
  ],
  ['ADDITIONAL_REQUESTS', 'DONE', 'Trần Sài Gòn', 'Thêm 20 ảnh album', 'Cô dâu chọn thêm 20 ảnh, chỉnh như lần trước.'],
  [
    'CHANGE_REQUESTS',
    'PROCESSING',
    'PixelCart Home',
    'New grey background',
    'From this week on: #F2F2F2 instead of white.',
  ],
  [
    'FAULTS',
    'PROCESSING',
    'Clairefontaine Paris',
    'Reflet dans le miroir',
    'The photographer shows in the bathroom mirror.',
  ],
  ['ADDITIONAL_REQUESTS', 'TODO', 'Lumen Brisbane', 'Floor plan for unit 7', 'Same style as units 1 to 6, please.'],
  ['MODIFICATION_REQUESTS', 'TODO', 'Trần Đà Nẵng', 'Tông ấm hơn', 'Giữ màu biển, da ấm hơn một chút.'],
  [
    'QUOTES',
    'TODO',
    'Archive Nord Digital',
    'Second batch of plates',
    'About 4,000 glass plates, keywords and metadata.',
  ],
  ['FAULTS', 'NEED_REVIEW', 'Lumen Sydney', 'Verticals in the kitchen set', 'Two images lean to the left.'],
  [
    'CHANGE_REQUESTS',
    'NEED_REVIEW',
    'North Light Malmö',
    'Deliver as 3000 px',
    'Can we have 3000 px on the long side?',
  ],
  ['QUOTES', 'NEED_REVIEW', 'PixelCart Fashion', 'Ghost mannequin for coats', 'About 600 coats in January.'],
];

/** Requests of customers on both boards, in every status. */
export async function seedRequests(
  db: Database,
  { customers, time, random }: { customers: Clients; time: WorkTime; random: Random },
): Promise<void> {
  const accounts = await db
    .selectFrom('customer_account')
    .innerJoin('user_account', 'user_account.id', 'customer_account.user_id')
    .select(['user_id', 'cus_id1', 'full_name'])
    .execute();
  const rows = REQUESTS.flatMap(([type, status, cus1, subject, description, reply], at) => {
    const cus_id1 = customers.cus1.get(cus1);
    const author = accounts.find((account) => account.cus_id1 === cus_id1);
    if (!cus_id1 || !author) return [];
    const daysAgo = (REQUESTS.length - at) * 0.7 - random.next() * 0.5;
    return [
      {
        type,
        status,
        board: type === 'QUOTES' ? 'ADMIN_BOARD' : 'CS_BOARD',
        cus_id1,
        created_by: author.user_id,
        subject,
        full_name: author.full_name,
        description,
        reply: reply ?? null,
        shared_link: type === 'QUOTES' ? null : `https://drive.example.com/r/${at + 1}`,
        created_at: time.instant(Math.max(0, time.now - daysAgo * DAY_LENGTH)),
      },
    ];
  });
  await db.insertInto('customer_request').values(rows).execute();
}
