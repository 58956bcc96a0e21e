/** Message of a request's thread. The last message has no reply and is unread. */
type Line = readonly [side: 'customer' | 'bureau', text: string];

/** Threads by the subject of the request. */
export const THREADS: Readonly<Record<string, readonly Line[]>> = {
  'Sót người lạ ở nền': [
    [
      'bureau',
      'Chúng tôi đã xem ảnh 112. Ảnh 113 và 114 cũng có người đó ở mép phải. Quý khách có muốn chúng tôi xóa luôn không?',
    ],
    ['customer', 'Vâng, xóa luôn giúp em cả ba ảnh.'],
    ['customer', 'Nếu kịp trước 16 giờ hôm nay thì tốt quá, cô dâu đang chờ.'],
  ],
  'Đổi tông màu album': [['customer', 'Em gửi thêm hai ảnh mẫu tông phim ấm trong thư mục, nhờ xem giúp.']],
  'Giá chỉnh ảnh gia đình': [
    ['bureau', 'Mỗi bộ khoảng bao nhiêu ảnh, và Quý khách cần nhận trong mấy ngày?'],
    ['customer', 'Mỗi bộ 25 đến 30 ảnh, nhận trong ba ngày làm việc là được.'],
  ],
  'Detail crops of the handles': [
    ['bureau', 'Would you like to keep the ground shadow in the crop, or show only the handle?'],
    ['customer', 'Only the handle, please. No shadow.'],
  ],
  'Retouching of façades': [['customer', 'The list is final now: 27 façades instead of 25. Is the price the same?']],
  'Aerials with boundary lines': [['customer', 'We would begin next Monday. Can you tell us the price this week?']],
  'Four more frames of the laundry': [
    ['bureau', 'The four frames are in your delivery folder.'],
    ['customer', 'Thank you. One is missing, though: the view from the door.'],
  ],
  'TV screens: plain black': [
    ['customer', 'It is the same in the two sets of last week.'],
    ['bureau', 'We will correct those sets too. You will have all three tomorrow morning.'],
  ],
  'Curtains less bright': [
    ['customer', 'Image 7 is the worst of them.'],
    ['bureau', 'Thank you, we will start with that one. Would 2 stops darker be right?'],
  ],
  'Metadata in IPTC': [
    ['bureau', 'From box 31 on, the place is in City. Would you like us to update the earlier boxes too?'],
  ],
};
