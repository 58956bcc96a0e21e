import type { RequestType } from '@darkroom/domain/request/status';

/** Text of a customer, and the reply if there is one. */
export interface DemoRequest {
  cus1: string;
  type: RequestType;
  subject: string;
  description: string;
  reply?: string;
}

type Row = readonly [type: 'add' | 'mod' | 'change' | 'fault' | 'quote', subject: string, text: string, reply?: string];

const TYPES: Readonly<Record<Row[0], RequestType>> = {
  add: 'ADDITIONAL_REQUESTS',
  mod: 'MODIFICATION_REQUESTS',
  change: 'CHANGE_REQUESTS',
  fault: 'FAULTS',
  quote: 'QUOTES',
};

/** Requests by customer 1, oldest first. Customers take turns. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'Lumen Sydney': [
    ['quote', 'Twilight package', 'What would day to dusk cost on 40 fronts a month?', 'We have sent you the quote.'],
    ['fault', 'Crooked horizon in the pool shot', 'Image 14 leans to the right, please straighten.'],
    ['change', 'Sky library for winter', 'From June to August use the soft skies only, no deep blue.'],
    ['add', 'Four more frames of the laundry', 'The agent wants the laundry too. Frames are in the same folder.'],
    ['mod', 'TV screens: plain black', 'Please take the fireplace out of the TV, plain black is fine.'],
    ['fault', 'Verticals in the kitchen set', 'Two images lean to the left.'],
  ],
  'PixelCart Fashion': [
    ['mod', 'Square crops', 'Please crop 1:1 for the app, the model centred.'],
    ['fault', 'Clipping path misses a strap', 'The bag in SKU 4471 lost half of its strap.'],
    ['add', 'Back views of 12 dresses', 'We shot them later, same light. Same ghost mannequin please.'],
    ['change', 'New file names', 'From this week: SKU_view_colour.jpg, all lower case.'],
    ['mod', 'Skin a little less smooth', 'Our editor finds the knitwear models too smooth. Keep pores.'],
    ['quote', 'Ghost mannequin for coats', 'About 600 coats in January, front and back. Price and days?'],
  ],
  'North Light Oslo': [
    [
      'fault',
      'Green lawn in winter',
      'The lawn in image 6 is too green for March.',
      'Corrected. Thank you for letting us know.',
    ],
    ['add', 'Virtual staging of the loft', 'Scandinavian, light oak, no plants. Two angles.'],
    [
      'quote',
      'Floor plans in colour',
      'What do coloured 2D plans cost over black and white ones?',
      'You will find both prices in the price list we have sent you.',
    ],
    ['mod', 'Warmer windows', 'Window pull is good, but the view looks colder than the room.'],
    ['fault', 'Lamp switched off in one bracket', 'The lamp over the table flickers between images 3 and 4.'],
    ['change', 'Two delivery folders', 'Please deliver web and print sizes in separate folders.'],
  ],
  'Trần Sài Gòn': [
    ['add', 'Thêm 20 ảnh album', 'Cô dâu chọn thêm 20 ảnh, chỉnh như lần trước.'],
    ['mod', 'Bớt mịn da phần mẹ cô dâu', 'Giữ nếp nhăn tự nhiên, chỉ giảm bóng dầu.'],
    [
      'quote',
      'Báo giá sửa màu phim cưới',
      'Phim 8 phút, quay hai máy. Xin báo giá và thời gian.',
      'Chúng tôi đã gửi báo giá qua email.',
    ],
    ['fault', 'Sót người lạ ở nền', 'Ảnh 112 còn người mặc áo cam phía sau chú rể.'],
    ['change', 'Đổi tông màu album', 'Từ tháng này dùng tông phim ấm, bớt xanh lá.'],
    ['add', 'Làm thêm ảnh bìa', 'Ghép hai ảnh hoàng hôn làm bìa đôi, khổ 30 × 60.'],
  ],
  'PixelCart Home': [
    ['change', 'New grey background', 'From this week on: #F2F2F2 instead of white.'],
    ['fault', 'Colour of the sofa', 'The sofa is moss, the image shows mint. Swatch is in the folder.'],
    ['mod', 'Softer shadows', 'The drop shadows are a bit hard for the new site. Half as dark?'],
    ['add', 'Detail crops of the handles', 'One crop of each handle at 1200 px from the same file.'],
    [
      'quote',
      '360° views',
      'Do you stitch turntable shots? 24 frames, 80 products.',
      'We do not offer this service yet.',
    ],
    ['fault', 'Dust on the glass table', 'There is dust on the glass in all four images.'],
  ],
  'Clairefontaine Paris': [
    ['fault', 'Reflection in the mirror', 'The photographer shows in the bathroom mirror.'],
    ['mod', 'Parquet too yellow', 'The parquet is too yellow in the salon, closer to grey oak please.'],
    ['add', 'Two views of the courtyard', 'The owner opened the courtyard late. Same look as the rest.'],
    ['quote', 'Retouching of façades', 'Removing cables and cars from 25 façades: how much for each?'],
    ['change', 'Frames in 4:5', 'Portrait frames 4:5 instead of 2:3 for the magazine.'],
    ['fault', 'Halo around the chandelier', 'There is a bright halo in the blend of image 9.'],
  ],
  'Lumen Brisbane': [
    ['add', 'Floor plan for unit 7', 'Same style as units 1 to 6, please.'],
    ['mod', 'Remove the hose', 'The garden hose in the front image distracts.'],
    [
      'fault',
      'Wrong unit number',
      'The plan of unit 12 says unit 21.',
      'The corrected plan is in your delivery folder.',
    ],
    ['change', 'Logo on plans', 'The new logo is in the folder, use it from now on.'],
    ['quote', 'Aerials with boundary lines', 'Boundary lines and pins on drone images, about 60 a month?'],
    ['mod', 'Brighter bedrooms', 'The bedrooms of this set are darker than usual.'],
  ],
  'North Light Malmö': [
    ['change', 'Deliver as 3000 px', 'Can we have 3000 px on the long side from now on?'],
    ['fault', 'Snow has a blue cast', 'All outdoor images: the snow is blue.'],
    ['add', 'One more evening view', 'Taken yesterday, please match the first one.'],
    ['mod', 'Curtains less bright', 'The curtains are blown out in the living room.'],
    [
      'quote',
      'Video from stills',
      'A 30 s clip from 12 stills with music: price?',
      'You will find this price on page 2 of our video price list.',
    ],
    ['fault', 'Seam in the panorama', 'There is a seam at the door in the panorama.'],
  ],
  'Trần Đà Nẵng': [
    ['mod', 'Tông ấm hơn', 'Giữ màu biển, da ấm hơn một chút.'],
    ['fault', 'Lệch màu giữa hai máy', 'Ảnh của máy 2 ngả xanh so với máy 1.'],
    ['add', 'Thêm bộ ảnh flycam', '15 ảnh flycam bãi biển, chỉnh cùng tông.'],
    ['quote', 'Giá chỉnh ảnh gia đình', 'Khoảng 300 ảnh mỗi tháng, chỉnh màu cơ bản. Xin báo giá.'],
    ['change', 'Giao ảnh theo ngày chụp', 'Chia thư mục theo ngày chụp thay vì theo khách.'],
    ['fault', 'Mất chi tiết váy cưới', 'Váy bị cháy sáng ở ảnh 31 đến 36.'],
  ],
  'Archive Nord Digital': [
    ['quote', 'Second batch of plates', 'About 4,000 glass plates, keywords and metadata.'],
    ['fault', 'Keywords in the wrong language', 'Box 14 has English keywords, the catalogue is German.'],
    ['mod', 'Less sharpening', 'Grain should stay as it is, please no sharpening on plates.'],
    ['change', 'Metadata in IPTC', 'Please write the place into IPTC City, not into Keywords.'],
    ['add', 'Contact sheets as PDF', 'One contact sheet per box, 6 × 8, with plate numbers.'],
    ['quote', 'Colouring 30 portraits', 'Hand colouring of portraits around 1910, for an exhibition.'],
  ],
};

const LONGEST = Math.max(...Object.values(ROWS).map((rows) => rows.length));

export const REQUESTS: readonly DemoRequest[] = Array.from({ length: LONGEST }, (_, turn) =>
  Object.entries(ROWS).flatMap(([cus1, rows]) => {
    const [type, subject, description, reply] = rows[turn] ?? [];
    return type && subject && description
      ? [{ cus1, type: TYPES[type], subject, description, ...(reply ? { reply } : {}) }]
      : [];
  }),
).flat();
