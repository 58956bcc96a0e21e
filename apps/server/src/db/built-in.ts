import { FIRST_LOOKUPS } from '@darkroom/domain/allowance/fees';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { FIRST_HOURS, FIRST_TURNAROUNDS } from '@darkroom/domain/promise/turnaround';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { PERMISSION_DESCRIPTIONS } from '@darkroom/domain/permission/descriptions';

/** Fault types, in the order of the digits that select them. */
export const FAULT_KINDS = [
  { key: 'colour_cast', en: 'Colour cast', vi: 'Ám màu', severity: 'major' },
  { key: 'exposure', en: 'Wrong exposure', vi: 'Sai sáng', severity: 'major' },
  { key: 'verticals', en: 'Crooked verticals', vi: 'Lệch phương đứng', severity: 'minor' },
  { key: 'halo', en: 'Halo or ghosting', vi: 'Viền sáng, bóng ma', severity: 'major' },
  { key: 'rough_cut', en: 'Rough cut-out edge', vi: 'Cắt viền không sạch', severity: 'major' },
  { key: 'leftover', en: 'Object left behind', vi: 'Sót vật thể cần xóa', severity: 'major' },
  { key: 'over_retouched', en: 'Over-retouched', vi: 'Chỉnh quá tay', severity: 'minor' },
  { key: 'brief_missed', en: 'Brief not followed', vi: 'Không theo yêu cầu khách', severity: 'critical' },
  { key: 'file_missing', en: 'File missing or misnamed', vi: 'Thiếu tệp hoặc sai tên', severity: 'critical' },
] as const;

const PRIORITIES = [
  { key: 'Urgent', en: 'Urgent', vi: 'Gấp' },
  { key: 'Carefully', en: 'Carefully', vi: 'Làm kỹ' },
] as const;

/**
 * Vietnam's public holidays of the years around the first start. The bureau keeps them up to date (metadata ALLOWANCE).
 */
const HOLIDAYS = [
  { date: '2026-01-01', vi: 'Tết Dương lịch', en: 'New Year’s Day' },
  { date: '2026-02-16', vi: 'Giao thừa', en: 'Lunar New Year’s Eve' },
  { date: '2026-02-17', vi: 'Mồng một Tết', en: 'Lunar New Year' },
  { date: '2026-02-18', vi: 'Mồng hai Tết', en: 'Lunar New Year, second day' },
  { date: '2026-02-19', vi: 'Mồng ba Tết', en: 'Lunar New Year, third day' },
  { date: '2026-02-20', vi: 'Mồng bốn Tết', en: 'Lunar New Year, fourth day' },
  { date: '2026-04-26', vi: 'Giỗ Tổ Hùng Vương', en: 'Hùng Kings’ Day' },
  { date: '2026-04-30', vi: 'Ngày Giải phóng miền Nam', en: 'Reunification Day' },
  { date: '2026-05-01', vi: 'Quốc tế Lao động', en: 'Labour Day' },
  { date: '2026-09-02', vi: 'Quốc khánh', en: 'National Day' },
  { date: '2027-01-01', vi: 'Tết Dương lịch', en: 'New Year’s Day' },
  { date: '2027-02-05', vi: 'Giao thừa', en: 'Lunar New Year’s Eve' },
  { date: '2027-02-06', vi: 'Mồng một Tết', en: 'Lunar New Year' },
  { date: '2027-02-07', vi: 'Mồng hai Tết', en: 'Lunar New Year, second day' },
  { date: '2027-02-08', vi: 'Mồng ba Tết', en: 'Lunar New Year, third day' },
  { date: '2027-02-09', vi: 'Mồng bốn Tết', en: 'Lunar New Year, fourth day' },
  { date: '2027-04-16', vi: 'Giỗ Tổ Hùng Vương', en: 'Hùng Kings’ Day' },
  { date: '2027-04-30', vi: 'Ngày Giải phóng miền Nam', en: 'Reunification Day' },
  { date: '2027-05-01', vi: 'Quốc tế Lao động', en: 'Labour Day' },
  { date: '2027-09-02', vi: 'Quốc khánh', en: 'National Day' },
] as const;

/** Saved replies of customer service at the start (metadata JOB_TASK, `replies`). */
const REPLIES = [
  {
    key: 'received',
    vi: 'Chúng tôi đã nhận được yêu cầu và bắt đầu xử lý. Chúng tôi sẽ báo ngay tại đây khi xong.',
    en: 'We have your request and begin with it. You hear from us here as soon as it is done.',
  },
  {
    key: 'which_pictures',
    vi: 'Bạn cho chúng tôi biết đó là ảnh nào nhé: tên tệp là tốt nhất.',
    en: 'Could you tell us which pictures you mean? Their file names are best.',
  },
  {
    key: 'files_missing',
    vi: 'Chúng tôi không mở được liên kết tệp. Bạn kiểm tra quyền chia sẻ hoặc gửi lại liên kết giúp chúng tôi.',
    en: 'We cannot open the link to the files. Please check how it is shared, or send it again.',
  },
  {
    key: 'corrected',
    vi: 'Ảnh đã được sửa và nằm trong thư mục giao ảnh của bạn. Xin lỗi vì sự bất tiện này.',
    en: 'The pictures are corrected and in your delivery folder. We are sorry for the trouble.',
  },
  {
    key: 'delivered',
    vi: 'Toàn bộ ảnh đã được giao vào thư mục của bạn. Nếu cần chỉnh thêm, bạn viết tiếp tại đây.',
    en: 'Everything is in your folder now. If something should look different, just write here.',
  },
  {
    key: 'quote_coming',
    vi: 'Chúng tôi đang tính giá và sẽ gửi báo giá trong ngày làm việc hôm nay.',
    en: 'We are working out the price and send you a quote within this working day.',
  },
  {
    key: 'later_than_planned',
    vi: 'Việc này cần thêm thời gian hơn dự kiến. Chúng tôi sẽ báo giờ giao mới ngay khi chắc chắn.',
    en: 'This takes longer than planned. We tell you the new time of delivery as soon as it is certain.',
  },
] as const;

/** The currency of a new bureau (domain §3). */
const FIRST_CURRENCY = 'USD';

const METADATA = [
  { data_type: 'JOB_TASK', key: 'fault_kinds', value: FAULT_KINDS },
  { data_type: 'JOB_TASK', key: 'priorities', value: PRIORITIES },
  { data_type: 'JOB_TASK', key: 'currency', value: FIRST_CURRENCY },
  { data_type: 'JOB_TASK', key: 'display', value: { density: 'compact' } },
  { data_type: 'JOB_TASK', key: 'replies', value: REPLIES },
  { data_type: 'JOB_TASK', key: 'calendar', value: FIRST_HOURS },
  { data_type: 'JOB_TASK', key: 'turnarounds', value: FIRST_TURNAROUNDS },
  // Spec §9 and domain §4.
  { data_type: 'ALLOWANCE', key: 'transport', value: FIRST_LOOKUPS.transport },
  { data_type: 'ALLOWANCE', key: 'meal', value: FIRST_LOOKUPS.meal },
  { data_type: 'ALLOWANCE', key: 'internet', value: FIRST_LOOKUPS.internet },
  { data_type: 'ALLOWANCE', key: 'electricity', value: FIRST_LOOKUPS.electricity },
  { data_type: 'ALLOWANCE', key: 'holidays', value: HOLIDAYS },
] as const;

/**
 * Adds what every bureau needs: permission codes and the first lookups. Existing values stay as the bureau changed
 * them, so it runs at every start.
 */
export async function seedBuiltIn(db: Database): Promise<void> {
  await db
    .insertInto('permission')
    .values(
      PERMISSION_CODES.map((codename) => ({
        codename,
        description: PERMISSION_DESCRIPTIONS[codename],
        built_in: true,
      })),
    )
    .onConflict((conflict) =>
      // A code that the bureau added before the product used the name becomes built-in.
      conflict.column('codename').doUpdateSet({ built_in: true }).where('permission.built_in', '=', false),
    )
    .execute();
  await db
    .insertInto('metadata')
    .values(
      METADATA.map(({ data_type, key, value }) => ({
        data_type,
        key,
        value: sql<never>`${JSON.stringify(value)}::jsonb`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['data_type', 'key']).doNothing())
    .execute();
}
