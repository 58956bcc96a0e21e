import { DEFAULT_LOOKUPS } from '@darkroom/domain/allowance/fees';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { DEFAULT_HOURS, DEFAULT_TURNAROUNDS } from '@darkroom/domain/due-date/turnaround';
import { NO_FACTOR_POLICY } from '@darkroom/domain/user/second-factor';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** Fault types, in the order of the digits that select them. */
export const DEFAULT_FAULT_TYPES = [
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

const DEFAULT_PRIORITIES = [
  { key: 'Urgent', en: 'Urgent', vi: 'Gấp' },
  { key: 'Carefully', en: 'Carefully', vi: 'Làm kỹ' },
] as const;

/** Vietnam's public holidays of the years around the first start. The bureau updates them (metadata ALLOWANCE). */
const DEFAULT_HOLIDAYS = [
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

/** Saved replies that a new bureau starts with (metadata JOB_TASK, `replies`). */
const DEFAULT_REPLIES = [
  {
    key: 'received',
    vi: 'Cảm ơn Quý khách. Chúng tôi đã nhận được yêu cầu và bắt đầu xử lý. Chúng tôi sẽ báo tại đây ngay khi xong.',
    en: 'Thank you. We have received your request and started work on it. We will reply here as soon as it is done.',
  },
  {
    key: 'which_pictures',
    vi: 'Quý khách vui lòng cho chúng tôi biết đó là những ảnh nào. Tên tệp sẽ giúp chúng tôi nhiều nhất.',
    en: 'Could you please tell us which images you mean? The file names would help us most.',
  },
  {
    key: 'files_missing',
    vi: 'Chúng tôi chưa mở được liên kết đến tệp. Quý khách vui lòng kiểm tra quyền chia sẻ hoặc gửi lại liên kết.',
    en: 'We could not open the link to your files. Please check its sharing settings or send us a new link.',
  },
  {
    key: 'corrected',
    vi: 'Ảnh đã được sửa và có trong thư mục giao ảnh của Quý khách. Chúng tôi xin lỗi vì sự bất tiện này.',
    en: 'We have corrected the images. They are in your delivery folder. We apologize for the inconvenience.',
  },
  {
    key: 'delivered',
    vi: 'Toàn bộ ảnh đã có trong thư mục giao ảnh của Quý khách. Nếu cần chỉnh thêm, Quý khách vui lòng nhắn tại đây.',
    en: 'All images are now in your delivery folder. If you would like any changes, please write to us here.',
  },
  {
    key: 'quote_coming',
    vi: 'Chúng tôi đang lập báo giá và sẽ gửi báo giá trong ngày làm việc hôm nay.',
    en: 'We are preparing your quote and will send it today.',
  },
  {
    key: 'later_than_planned',
    vi: 'Đơn hàng này cần nhiều thời gian hơn dự kiến. Chúng tôi xin lỗi và sẽ báo hạn giao mới ngay khi xác định được.',
    en: 'This job is taking longer than planned. We apologize and will confirm the new due date as soon as possible.',
  },
] as const;

/** The currency of a new bureau (domain §3). */
const DEFAULT_CURRENCY = 'USD';

/** Sender of mails until the bureau sets its name. */
export const DEFAULT_MAIL_SENDER = { bureau_name: 'Darkroom', reply_to: null } as const;

const DEFAULT_METADATA = [
  { data_type: 'JOB_TASK', key: 'fault_kinds', value: DEFAULT_FAULT_TYPES },
  { data_type: 'JOB_TASK', key: 'priorities', value: DEFAULT_PRIORITIES },
  { data_type: 'JOB_TASK', key: 'currency', value: DEFAULT_CURRENCY },
  { data_type: 'JOB_TASK', key: 'display', value: { density: 'compact' } },
  { data_type: 'JOB_TASK', key: 'replies', value: DEFAULT_REPLIES },
  { data_type: 'JOB_TASK', key: 'mail', value: DEFAULT_MAIL_SENDER },
  { data_type: 'JOB_TASK', key: 'second_factor', value: NO_FACTOR_POLICY },
  { data_type: 'JOB_TASK', key: 'calendar', value: DEFAULT_HOURS },
  { data_type: 'JOB_TASK', key: 'turnarounds', value: DEFAULT_TURNAROUNDS },
  // Initial values of spec §9 and domain §4.
  { data_type: 'ALLOWANCE', key: 'transport', value: DEFAULT_LOOKUPS.transport },
  { data_type: 'ALLOWANCE', key: 'meal', value: DEFAULT_LOOKUPS.meal },
  { data_type: 'ALLOWANCE', key: 'internet', value: DEFAULT_LOOKUPS.internet },
  { data_type: 'ALLOWANCE', key: 'electricity', value: DEFAULT_LOOKUPS.electricity },
  { data_type: 'ALLOWANCE', key: 'holidays', value: DEFAULT_HOLIDAYS },
] as const;

/**
 * Adds what every bureau needs: permission codes and the first lookups. Existing values stay as the bureau changed
 * them, so this runs at every start.
 */
export async function seedBuiltIn(db: Database): Promise<void> {
  await db
    .insertInto('permission')
    .values(
      PERMISSION_CODES.map((codename) => ({
        codename,
        // The description of the product, until staff write their own.
        description: '',
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
      DEFAULT_METADATA.map(({ data_type, key, value }) => ({
        data_type,
        key,
        value: sql<never>`${JSON.stringify(value)}::jsonb`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['data_type', 'key']).doNothing())
    .execute();
}
