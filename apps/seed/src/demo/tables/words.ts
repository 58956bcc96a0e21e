/** Words for the orders and notes of the demo bureau. */

const STREET_NAMES = [
  'Ocean Pde',
  'Albion St',
  'Wattle Grove',
  'Harbour Rd',
  'Banksia Ave',
  'Jacaranda Cct',
  'Mill Lane',
];
const NORDIC_STREETS = [
  'Storgata',
  'Bygdøy allé',
  'Thereses gate',
  'Östra Förstadsgatan',
  'Limhamnsvägen',
  'Parkveien',
];
const PARIS_STREETS = ['rue du Bac', 'quai Voltaire', 'rue de Seine', 'boulevard Raspail', 'rue de Grenelle'];
const COUPLES = ['Linh & Nam', 'Trang & Huy', 'My & Tuấn', 'Ngọc & Khôi', 'Vy & Phong', 'Hân & Đức', 'Chi & Long'];
const PORTRAITS = ['Bộ ảnh gia đình', 'Chân dung doanh nhân', 'Ảnh kỷ yếu', 'Ảnh bầu', 'Ảnh cưới ngoại cảnh'];
const SHELVES = ['Linen shirts', 'Denim jackets', 'Knitwear', 'Sneakers', 'Handbags', 'Rain coats', 'Swimwear'];
const ROOMS = ['Oak tables', 'Floor lamps', 'Armchairs', 'Pendant lights', 'Bookshelves', 'Bar stools'];
const PARISHES = ['Kirchenbuch Altona', 'Kirchenbuch Eppendorf', 'Glasplatten Hafen', 'Glasplatten Speicherstadt'];

type PickWord = { pick<T>(list: readonly T[]): T; int(least: number, most: number): number };

export const JOB_NAMES: Readonly<Record<string, (pickWord: PickWord) => string>> = {
  'Lumen Media Group': (pickWord) =>
    `${pickWord.int(1, 60) < 20 ? `${pickWord.int(1, 24)}/` : ''}${pickWord.int(1, 240)} ${pickWord.pick(STREET_NAMES)}`,
  'North Light Realty Photo': (pickWord) => `${pickWord.pick(NORDIC_STREETS)} ${pickWord.int(1, 120)}`,
  'Trần & Partners Studio': (pickWord) =>
    pickWord.int(0, 1) === 0
      ? `Wedding ${pickWord.pick(COUPLES)} ${pickWord.int(1, 99)}`
      : `${pickWord.pick(PORTRAITS)} ${pickWord.int(100, 999)}`,
  PixelCart: (pickWord) =>
    `SKU ${pickWord.int(10_000, 99_999)} ${pickWord.pick(pickWord.int(0, 2) === 0 ? ROOMS : SHELVES)}`,
  'Maison Clairefontaine': (pickWord) =>
    `${pickWord.int(1, 180)} ${pickWord.pick(PARIS_STREETS)}, ${pickWord.int(1, 6)}e étage`,
  'Archive Nord': (pickWord) => `${pickWord.pick(PARISHES)} ${pickWord.int(1, 400)}`,
};

/** Usual services of each customer. The rest of its orders has random services. */
export const PREFERRED_SERVICES: Readonly<Record<string, readonly string[]>> = {
  'Lumen Media Group': ['Real Estate', 'Plans & Staging', 'Video'],
  'North Light Realty Photo': ['Real Estate', 'Video', 'Plans & Staging'],
  'Trần & Partners Studio': ['Portrait & Wedding'],
  PixelCart: ['E-commerce'],
  'Maison Clairefontaine': ['Real Estate', 'Plans & Staging'],
  'Archive Nord': ['Data Processing'],
};

/** Number of pieces in an order, by service. */
export const QUANTITIES: Readonly<Record<string, readonly number[]>> = {
  'Real Estate': [5, 8, 12, 12, 20, 20, 24, 36, 60],
  'Portrait & Wedding': [3, 5, 12, 20, 36, 60, 60, 150, 400],
  'E-commerce': [8, 12, 20, 24, 36, 60, 60, 150],
  Video: [1, 1, 1, 2, 3],
  'Plans & Staging': [1, 2, 2, 5, 8, 12],
  'Data Processing': [24, 60, 60, 150, 400],
};

export const JOB_NOTES = [
  'Straighten verticals, remove cables',
  'No lens flare — client dislikes it',
  'Giữ nguyên màu tường',
  'Khách cần trước 17:00',
  'Same preset as last week',
  'Xuất thêm bản web 2048 px',
  'Client wants a warm look',
];

export const DETAIL_NOTES = ['2 góc mây, chọn 1', 'Nền trắng 255', 'Keep the shadows', 'Crop 4:3', 'Giữ nốt ruồi'];
export const TASK_NOTES = [
  'Thiếu RAW của ảnh 12, đã báo CS',
  'Bracket 3 is blurred, used 2 and 4',
  'Đã gộp hai lớp mây',
];
export const SUPPORT_NOTES = ['Cắt nền giúp 20 ảnh', 'Masks', 'Phụ dựng hậu kỳ', 'Keywords for the second half'];

export const FAULT_NOTES: Readonly<Record<string, readonly string[]>> = {
  colour_cast: ['Ảnh 3 và 7 ám vàng, cân lại trắng', 'Green cast from the lawn on the ceiling'],
  exposure: ['Phòng khách tối hơn loạt ảnh còn lại', 'Windows blown out in 4, 5'],
  verticals: ['Cột cửa ảnh 2 lệch phải', 'Verticals lean left in the kitchen set'],
  halo: ['Viền sáng quanh mái nhà', 'Ghosting on the ceiling fan'],
  rough_cut: ['Viền tóc cắt chưa sạch', 'Jagged edge at the collar, zoom to 200 %'],
  leftover: ['Còn sót dây điện góc trái', 'The bin is still in image 9'],
  over_retouched: ['Da bị bệt, giảm mức độ', 'Sky too saturated for a morning'],
  brief_missed: ['Khách yêu cầu giữ màu tường, đã bị đổi', 'Brief says 2 versions, only one here'],
  file_missing: ['Thiếu ảnh 14 và 15', 'File names do not carry the SKU'],
};

/** Reworks: the note of the staff, and the words of a customer who complains. */
export const REWORKS = [
  {
    note: 'Khách muốn trời trong hơn ở 3 ảnh mặt tiền',
    complaint: {
      en: 'Please make the sky clearer in the front images.',
      vi: 'Nhờ chỉnh bầu trời trong hơn ở các ảnh mặt tiền.',
    },
  },
  {
    note: 'Client asks for a less saturated lawn',
    complaint: {
      en: 'Please make the lawn less saturated in the front images.',
      vi: 'Nhờ giảm độ rực của thảm cỏ ở các ảnh mặt tiền.',
    },
  },
  {
    note: 'Đổi nền sang xám nhạt theo catalogue mới',
    complaint: {
      en: 'Please change the background to light grey, as in our new catalogue.',
      vi: 'Nhờ đổi nền sang xám nhạt như trong catalogue mới.',
    },
  },
  {
    note: 'Two frames came back: reflection in the mirror',
    complaint: {
      en: 'There is a reflection in the mirror. Please remove it.',
      vi: 'Ảnh còn bóng phản chiếu trong gương. Nhờ xóa giúp.',
    },
  },
] as const;

export const REWORK_NOTES = REWORKS.map(({ note }) => note);
