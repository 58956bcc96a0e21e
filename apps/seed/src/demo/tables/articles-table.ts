import type { Article } from '@darkroom/contract/setting';

/** Article of the demo, and the number of days since it was published. */
export type DemoArticle = Pick<Article, 'title' | 'body' | 'pinned' | 'place'> & { key: string; daysAgo: number };

/** Topics for a studio that sends its work, in both languages. */
export const ARTICLES: readonly DemoArticle[] = [
  {
    key: 'sending-files',
    daysAgo: 80,
    pinned: true,
    place: 1,
    title: { en: 'How to send us your files', vi: 'Cách gửi ảnh cho chúng tôi' },
    body: {
      en: `Put each job into **one folder** and share one link to it: Dropbox, Google Drive, WeTransfer and SFTP all work.

1. Name the folder after the job, for example \`2026-11-24 Harbour View 12\`.
2. Leave the pictures as they came from the camera. RAW files give us the most room.
3. Put brackets of one view together; we recognise them by their time.
4. Add a text file or a marked-up picture where something special is to be done.

Please check that *anyone with the link* may open the folder, and that it stays there for **14 days**. A link that has closed is the most frequent reason why work starts late.`,
      vi: `Mỗi đơn hàng nên nằm trong **một thư mục**, kèm một liên kết chia sẻ: Dropbox, Google Drive, WeTransfer hay SFTP đều được.

1. Đặt tên thư mục theo đơn hàng, ví dụ \`2026-11-24 Harbour View 12\`.
2. Giữ nguyên ảnh từ máy. Tệp RAW cho kết quả tốt nhất.
3. Các ảnh chụp nhiều mức sáng của cùng một góc để cạnh nhau; chúng tôi nhận ra theo thời gian chụp.
4. Nếu có yêu cầu riêng, hãy thêm một tệp chữ hoặc một ảnh có đánh dấu.

Xin kiểm tra rằng *bất kỳ ai có liên kết* đều mở được, và thư mục còn đó ít nhất **14 ngày**. Liên kết đã đóng là lý do thường gặp nhất khiến công việc bắt đầu trễ.`,
    },
  },
  {
    key: 'turnaround',
    daysAgo: 75,
    pinned: true,
    place: 2,
    title: { en: 'When your work comes back', vi: 'Khi nào bạn nhận lại ảnh' },
    body: {
      en: `We work Monday to Saturday, **08:00–12:00 and 13:30–17:30 in Hanoi** (UTC+7). What arrives before 17:00 is begun the same day.

- **Photo editing** of up to 60 pictures: the next working day.
- **Virtual staging and renovation**: two working days.
- **Video and floor plans**: two to three working days.

Something urgent? Say so when you order. Urgent work goes first on our floor, and we tell you at once if a time cannot be kept.

You can see how far each job is at any time: open **Job** in this portal. A strip of three colours stands for each picture group: *to do*, *pending*, *completed*.`,
      vi: `Chúng tôi làm việc từ thứ Hai đến thứ Bảy, **08:00–12:00 và 13:30–17:30 giờ Hà Nội** (UTC+7). Đơn đến trước 17:00 được bắt đầu ngay trong ngày.

- **Chỉnh sửa ảnh** đến 60 ảnh: ngày làm việc kế tiếp.
- **Dàn dựng nội thất ảo, cải tạo ảo**: hai ngày làm việc.
- **Video và mặt bằng**: hai đến ba ngày làm việc.

Cần gấp? Hãy ghi rõ khi đặt. Việc gấp được ưu tiên, và chúng tôi báo ngay nếu không kịp giờ hẹn.

Bạn có thể xem tiến độ bất cứ lúc nào trong mục **Đơn hàng** của cổng này. Dải ba màu cho biết từng nhóm ảnh: *chưa làm*, *đang làm*, *hoàn thành*.`,
    },
  },
  {
    key: 'something-is-wrong',
    daysAgo: 60,
    pinned: false,
    place: 3,
    title: { en: 'Something is not right: what to do', vi: 'Có chỗ chưa đúng: làm thế nào' },
    body: {
      en: `Every picture is checked by **two people** before it leaves us. If something still slipped through, tell us and it is done again **without charge**.

1. Open the job and press **Something is wrong**.
2. Choose the details it is about. One is enough.
3. Say what you see and what you expected; a link to a marked picture helps most.

You then see *being redone* until it is back, and *redone* with our answer. Please report within **30 days** of delivery, so that the originals are still at hand.`,
      vi: `Mỗi ảnh đều được **hai người** kiểm tra trước khi gửi. Nếu vẫn còn sót, hãy báo cho chúng tôi: phần đó được làm lại **không tính phí**.

1. Mở đơn hàng và bấm **Có lỗi**.
2. Chọn các mục liên quan. Một mục cũng được.
3. Mô tả điều bạn thấy và điều bạn mong đợi; một liên kết tới ảnh có đánh dấu sẽ giúp nhiều nhất.

Sau đó bạn sẽ thấy *đang làm lại*, rồi *đã làm lại* kèm câu trả lời. Xin báo trong vòng **30 ngày** kể từ khi giao, khi ảnh gốc vẫn còn.`,
    },
  },
  {
    key: 'prices-and-invoices',
    daysAgo: 52,
    pinned: false,
    place: 4,
    title: { en: 'Prices, reports and invoices', vi: 'Giá, báo cáo và hóa đơn' },
    body: {
      en: `**Prices** shows what each service costs you. The price of an order is the one of the day it was entered: a later change never alters work that was ordered before.

**Report** adds up what was completed in any period, by category, with a chart by month. It holds the same numbers as our own books, and leaves as Excel or PDF.

Invoices follow in the first week of the month, to the billing email in your **Details**. If something there is out of date, press *Ask for a change* beside it.

For a larger order, ask for a **quote**: it lists every service with its quantity and price, and holds until the day it names.`,
      vi: `Mục **Bảng giá** cho biết giá từng dịch vụ dành cho bạn. Giá của một đơn là giá của ngày đơn được nhập: thay đổi sau này không làm đổi những việc đã đặt.

Mục **Báo cáo** cộng những gì đã hoàn thành trong một khoảng thời gian, theo từng loại, kèm biểu đồ theo tháng. Số liệu trùng với sổ của chúng tôi và có thể tải về dưới dạng Excel hoặc PDF.

Hóa đơn được gửi trong tuần đầu tháng tới email nhận hóa đơn trong mục **Thông tin**. Nếu có gì đã cũ, hãy bấm *Yêu cầu thay đổi* ngay bên cạnh.

Với đơn lớn, bạn có thể xin **báo giá**: từng dịch vụ với số lượng và đơn giá, có hiệu lực đến ngày ghi trên đó.`,
    },
  },
  {
    key: 'file-formats',
    daysAgo: 40,
    pinned: false,
    place: null,
    title: { en: 'Formats we take and give', vi: 'Định dạng tệp nhận và trả' },
    body: {
      en: `**We take** RAW of all common cameras (CR3, NEF, ARW, RAF, DNG), TIFF, JPEG and HEIC; video as MOV or MP4; floor plans as a sketch, a scan or a laser measurement.

**We give** JPEG in sRGB, quality 12, in two sizes unless you ask otherwise:

- full size, for print;
- 2,048 pixels on the long side, for listings.

Layered files (PSD, TIFF) and 16-bit pictures are made on request. File names stay yours: \`DSC_0412.NEF\` comes back as \`DSC_0412.jpg\`.`,
      vi: `**Chúng tôi nhận** RAW của các máy thông dụng (CR3, NEF, ARW, RAF, DNG), TIFF, JPEG và HEIC; video MOV hoặc MP4; mặt bằng dưới dạng bản vẽ tay, bản quét hoặc số đo laser.

**Chúng tôi trả** JPEG hệ màu sRGB, chất lượng 12, hai kích thước nếu bạn không yêu cầu khác:

- kích thước đầy đủ, để in;
- cạnh dài 2.048 điểm ảnh, để đăng tin.

Tệp nhiều lớp (PSD, TIFF) và ảnh 16 bit được làm theo yêu cầu. Tên tệp giữ nguyên: \`DSC_0412.NEF\` trả về là \`DSC_0412.jpg\`.`,
    },
  },
  {
    key: 'twilight-and-staging',
    daysAgo: 26,
    pinned: false,
    place: null,
    title: {
      en: 'Day to dusk and virtual staging: what to shoot',
      vi: 'Chuyển hoàng hôn và dàn dựng ảo: chụp thế nào',
    },
    body: {
      en: `**Day to dusk** looks best when the sun stands behind you and the windows are not mirrors. Leave the lights on inside; we cannot know which lamps there are.

**Virtual staging** needs an empty room, shot from a corner at the height of the chest, level, with the whole floor in sight. Tell us for whom it is meant, a family or a young couple, and which of our styles you like: *Scandinavian*, *modern*, *coastal*, *classic*.

A staged picture must be named as such where the law asks for it. We put a small line into the picture when you tick it in your order.`,
      vi: `**Chuyển ngày thành hoàng hôn** đẹp nhất khi mặt trời ở sau lưng bạn và cửa kính không phản chiếu. Hãy bật đèn trong nhà: chúng tôi không thể biết ở đâu có đèn.

**Dàn dựng nội thất ảo** cần phòng trống, chụp từ góc phòng ngang tầm ngực, máy thăng bằng, thấy trọn sàn nhà. Hãy cho biết căn nhà dành cho ai, gia đình hay cặp vợ chồng trẻ, và bạn thích phong cách nào: *Bắc Âu*, *hiện đại*, *ven biển*, *cổ điển*.

Ở nơi luật yêu cầu, ảnh dàn dựng phải được ghi rõ. Chúng tôi thêm một dòng chữ nhỏ vào ảnh khi bạn chọn điều đó trong đơn.`,
    },
  },
  {
    key: 'privacy',
    daysAgo: 18,
    pinned: false,
    place: null,
    title: { en: 'What happens to your pictures', vi: 'Ảnh của bạn được giữ thế nào' },
    body: {
      en: `Your pictures are yours. They are opened only by the people who work on them, who have signed that they show them to nobody.

- Originals and results are kept for **90 days**, then deleted.
- Faces, number plates and documents are blurred on request, and always where you say so once for all.
- We show a picture of yours to others only after you have agreed in writing.

Nobody but you and those of your company who have a login sees your jobs, prices and requests here.`,
      vi: `Ảnh là của bạn. Chỉ những người trực tiếp xử lý mới mở ảnh, và họ đã ký cam kết không cho ai khác xem.

- Ảnh gốc và kết quả được giữ **90 ngày**, sau đó xóa.
- Khuôn mặt, biển số và giấy tờ được làm mờ theo yêu cầu, hoặc luôn luôn nếu bạn dặn một lần.
- Chúng tôi chỉ dùng ảnh của bạn để giới thiệu khi bạn đồng ý bằng văn bản.

Ngoài bạn và những người có tài khoản trong công ty bạn, không ai thấy đơn hàng, giá và yêu cầu ở đây.`,
    },
  },
  {
    key: 'holidays',
    daysAgo: 5,
    pinned: false,
    place: null,
    title: { en: 'Holidays: when we rest', vi: 'Lịch nghỉ lễ' },
    body: {
      en: `We rest on Sundays and on Vietnam's public holidays. The longest is the **Lunar New Year (Tết)**: in 2027 from 5 to 9 February.

In the two weeks before Tết many send their work at once. Order early and mark what has to be finished; what arrives during the holidays is begun on the first working day, in the order it came.

A small crew stays for urgent corrections. Write under **Contact us**: it is read every day of the year.`,
      vi: `Chúng tôi nghỉ Chủ nhật và các ngày lễ của Việt Nam. Dài nhất là **Tết Nguyên đán**: năm 2027 từ ngày 5 đến ngày 9 tháng 2.

Hai tuần trước Tết thường có rất nhiều đơn. Xin gửi sớm và ghi rõ việc nào cần xong trước; đơn đến trong kỳ nghỉ được bắt đầu vào ngày làm việc đầu tiên, theo thứ tự nhận.

Một nhóm nhỏ vẫn trực để sửa việc gấp. Hãy viết ở mục **Liên hệ**: ngày nào cũng có người đọc.`,
    },
  },
];
