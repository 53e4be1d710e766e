package names

import (
	"slices"
	"strings"
)

// The words of a text that says that a trap did not work or was not there, in lower case. devices are a trap and its parts; faults say of one
// what was wrong with it; works say so behind a negation.
var (
	devices = slices.Concat(trapWords, strings.Fields(`light lamp lamps bulb fan motor battery batteries power bag
		luz lámpara lampara ventilador batería bateria pila bolsa lumière lampe ampoule ventilateur moteur batterie pile sac
		lâmpada lampada saco лампа вентилятор мотор батарея батарейка аккумулятор питание ловушку ловушек`))
	faults = strings.Fields(`failure failures failed fail fails malfunction malfunctioned malfunctioning fault faulty broken broke damaged destroyed
		stolen missing lost gone vandalised vandalized vandalism tampered inoperable inoperative unset down off dead disconnected unplugged removed knocked
		fallen tipped flooded theft
		fallo falla falló fallida averiada avería rota dañada robada robo perdida desaparecida vandalizada apagada descargada desconectada retirada
		panne défaillance défaillant cassé cassée endommagé endommagée volé volée perdu perdue disparu disparue manquant vandalisé éteint éteinte déchargée
		débranché falha falhou avariada quebrada danificada roubada furtada desligada descarregada
		отказ отказала неисправна неисправность сломана сломалась повреждена украдена пропала потеряна утеряна разряжена разрядилась выключена отключена`)
	works = strings.Fields(`working worked operating operated operational running run functioning functioned set deployed placed installed
		funciona funcionó funcionaba instalada colocada fonctionne fonctionné fonctionnait installé posé funcionou funcionava
		работала работает сработала установлена поставлена`)

	// failed are whole texts, without signs.
	failed = strings.Split(`failed,failure,malfunction,malfunctioned,lost,stolen,vandalised,vandalized,inoperable,not sampled,unsampled,no sample,`+
		`no samples,not set,not deployed,not operated,not run,not working,trap not found,robada,robado,perdida,perdido,no muestreado,no muestreada,sin muestra,no instalada,no funcionó,volé,volée,`+
		`perdu,perdue,en panne,non échantillonné,pas d échantillon,non posé,roubada,roubado,não amostrado,não amostrada,sem amostra,não instalada,не отбиралась,не работала,`+
		`не установлена,украдена,утеряна,нет пробы`, ",")
)

// saysFailed reports whether a text without a genus says that a trap did not work or was not there: "Trap failure", "No trap set", "battery
// dead", "not sampled".
func saysFailed(text string) bool {
	words := plainWords(text)
	if slices.Contains(failed, strings.Join(words, " ")) {
		return true
	}
	device, fault, negated, other := false, false, false, false
	for _, word := range words {
		switch {
		case slices.Contains(devices, word):
			device = true
		case slices.Contains(faults, word), negated && slices.Contains(works, word):
			fault = true
		case word == "no", word == "not", word == "non", word == "нет", word != "0" && slices.Contains(negations, word):
			negated = true
		default:
			other = other || word != "de" && word != "d"
		}
	}
	return device && (fault || negated && !other) && !slices.ContainsFunc(strings.Fields(text), knownGenus)
}
