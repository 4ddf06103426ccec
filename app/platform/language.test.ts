import { expect, test } from "vitest";
import { directionOf, languageOf } from "./language.ts";

test.each([
	["en", "We keep the data that you give us, and delete it when you ask."],
	["de", "Wir speichern die Daten, die Sie uns geben, und löschen sie auf Ihre Bitte."],
	["fr", "Nous conservons les données que vous nous donnez pour la durée de votre compte."],
	["es", "Guardamos los datos que usted nos da para el servicio, y los borramos con su cuenta."],
	["pt", "Guardamos os dados que você nos dá para o serviço e não os vendemos."],
	["it", "Conserviamo i dati che ci fornisci per il servizio e non sono venduti a terzi."],
	["nl", "Wij bewaren de gegevens die u ons geeft, en verwijderen het op uw verzoek."],
	["pl", "Przechowujemy dane, które nam podajesz, i nie są one sprzedawane przez nas."],
	["sv", "Vi sparar det som du ger oss och tar bort det när du ber oss att göra det."],
	["tr", "Bu hizmet için kişisel verileriniz toplanır ve bir yıl olarak saklanır."],
	["ja", "当社は、お客様の個人情報を大切に扱います。"],
	["zh", "我们收集您提供的信息，用于提供服务。"],
	["ko", "당사는 귀하의 개인정보를 보호합니다."],
	["ar", "نحن نحمي بياناتك الشخصية."],
	["he", "אנו שומרים על המידע שלך."],
	["ru", "Мы храним данные, которые вы нам передаёте."],
	["uk", "Ми зберігаємо дані, які ви нам надаєте, і їх захищаємо."],
	["el", "Προστατεύουμε τα προσωπικά σας δεδομένα."],
	["hi", "हम आपकी जानकारी सुरक्षित रखते हैं।"],
	["th", "เราเก็บรักษาข้อมูลของคุณ"],
	[null, "Lorem ipsum"],
	[null, ""],
	[null, "123 456"],
])("%s is the language of %j", (language, text) => {
	expect(languageOf(text)).toBe(language);
});

test("Arabic and Hebrew are written from right to left", () => {
	expect(["ar", "he", "en", null].map(directionOf)).toEqual(["rtl", "rtl", undefined, undefined]);
});
