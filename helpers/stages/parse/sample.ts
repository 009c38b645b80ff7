// A message that stands for any: what warms the code of the stage has the forms that most mail has. Relies on nothing.

const LINE =
  'Good morning Ann, the meeting about the roof of house 7 is moved to Thursday, 14:30. Bring the two offers, please.\r\n'
const HTML = `<html><head><style>p { color: #333; margin: 0 }</style></head><body><p style=3D"font-size: 12px">Gr=C3=BC=C3=9Fe &amp; thanks</p><table><tr><td>a</td><td><a href=3D"https://example.org/offer?id=3D7">the offer</a></td></tr></table><img src=3D"cid:logo" alt=3D"logo"><div style=3D"display:none">preview</div><p>${LINE.trim()}</p></body></html>\r\n`

/** raw.eml: alternatives in two encodings, an attachment, encoded words, several addresses. */
export const SAMPLE_MESSAGE = `Return-Path: <kim@example.org>
Received: from mail.example.org (mail.example.org [192.0.2.7]) by mx.example.net; Mon, 4 May 2026 10:00:03 +0200
DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=one; h=from:to:subject; bh=AAAA; b=AAAA
From: =?utf-8?Q?Kim_L=C3=B6we?= <kim@example.org>
To: Ann <ann@example.net>, "Doe, Bob" <bob@example.com>
Cc: office@example.org
Subject: =?utf-8?B?w4RuZGVydW5n?= of the meeting
Message-ID: <a1@example.org>
In-Reply-To: <b2@example.net>
References: <c3@example.net> <b2@example.net>
Date: Mon, 4 May 2026 10:00:00 +0200
List-Unsubscribe: <https://example.org/u>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="mixed"

--mixed
Content-Type: multipart/alternative; boundary=alt

--alt
Content-Type: text/plain; charset=utf-8

`
  .replaceAll('\n', '\r\n')
  .concat(
    LINE.repeat(24),
    '> quoted\r\n--alt\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
    HTML,
    '--alt--\r\n--mixed\r\nContent-Type: text/plain; name="notes.txt"\r\nContent-Disposition: attachment; filename="notes.txt"\r\nContent-Transfer-Encoding: base64\r\n\r\n',
    Buffer.from(LINE.repeat(4)).toString('base64'),
    '\r\n--mixed--\r\n',
  )
